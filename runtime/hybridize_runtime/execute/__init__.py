"""Networks: batches of graphs, executed and differentiated."""
