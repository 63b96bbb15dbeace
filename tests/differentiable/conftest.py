import torch

# the tensors of these tests are small: threads that wait for one another on a busy machine make them ten times slower
torch.set_num_threads(1)
