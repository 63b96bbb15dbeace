"""The evaluation suite: encoders swapped under the same heads, on twenty kinds of tasks (docs/evaluation.md).

example.py      what is learned and asked: tokens and what is right
task.py         what every task is: its data, head, metric, and settings
heads/          from what an encoder made of a batch to a loss, and to answers
metrics/        from answers to named numbers
tasks/          the tasks, a folder for each kind
training.py     the one loop that all of them are trained by
cell.py         one measurement: a task, an encoder, a mode, a share of the data, a seed, a profile
record.py       the directory of a run, a line for each cell
"""
