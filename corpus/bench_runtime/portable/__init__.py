"""Latency of archives over shapes that change from call to call, beside other ways to run such models on a CPU."""
