from hypothesis import settings

settings.register_profile("quiet", deadline=None)  # the first call compiles tables: timings say nothing
settings.load_profile("quiet")
