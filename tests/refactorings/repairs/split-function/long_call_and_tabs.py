import tensorflow as tf


def blend(first_input_tensor, second_input_tensor, third_input_tensor, fourth_input_tensor):
	print("blending")
	for _ in range(2):
		total = first_input_tensor + second_input_tensor * third_input_tensor - fourth_input_tensor
		print("sum", float(
			tf.reduce_sum(total)))
	return None


A = tf.constant([1.0, 2.0])
results = [blend(A, A, A, A)]
