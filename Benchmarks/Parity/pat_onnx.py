"""The actigraphy transformer as an ONNX graph, for timing ONNX Runtime on the same weights."""

import numpy as np

import pat_weights

#: The bytes of the last graph.
made = None


def session(weights, size):
    """A session of one thread that takes `minutes` (patches x minutes) and gives the embedding."""
    import onnx
    import onnxruntime
    from onnx import TensorProto, helper, numpy_helper
    patch, heads, layers = pat_weights.SIZES[size]
    tokens = 10080 // patch
    nodes, constants = [], []

    def constant(name, values, kind="float32"):
        constants.append(numpy_helper.from_array(np.ascontiguousarray(values, dtype=kind), name))
        return name

    def node(kind, inputs, name, **options):
        nodes.append(helper.make_node(kind, inputs, [name], name=name, **options))
        return name

    def dense(part, given, name):
        kernel, bias = weights[f"{part}/kernel:0"], weights[f"{part}/bias:0"]
        columns = bias.size
        product = node("MatMul", [given, constant(f"{name}.k", kernel.reshape(-1, columns))], f"{name}.m")
        return node("Add", [product, constant(f"{name}.b", bias.reshape(-1))], name)

    def norm(part, given, name):
        gains = [constant(f"{name}.g", weights[f"{part}/gamma:0"]), constant(f"{name}.o", weights[f"{part}/beta:0"])]
        return node("LayerNormalization", [given, *gains], name, axis=-1, epsilon=1e-6)

    x = node("Add", [dense("dense/dense", "minutes", "patches"), constant("places", pat_weights.places(tokens))], "x0")
    split = constant("split", [tokens, heads, 96], "int64")
    flat = constant("flat", [tokens, heads * 96], "int64")
    scale = constant("scale", np.float32(1 / np.sqrt(96)))
    for layer in range(1, layers + 1):
        block = f"encoder_layer_{layer}_transformer/encoder_layer_{layer}_"
        part = {}
        for name, order in (("query", [1, 0, 2]), ("key", [1, 2, 0]), ("value", [1, 0, 2])):
            shaped = node("Reshape", [dense(f"{block}attention/{name}", x, f"{name}{layer}"), split], f"{name}{layer}.s")
            part[name] = node("Transpose", [shaped], f"{name}{layer}.t", perm=order)
        scores = node("Mul", [node("MatMul", [part["query"], part["key"]], f"scores{layer}"), scale], f"scaled{layer}")
        gathered = node("MatMul", [node("Softmax", [scores], f"soft{layer}", axis=-1), part["value"]], f"gathered{layer}")
        turned = node("Transpose", [gathered], f"turned{layer}", perm=[1, 0, 2])
        own = dense(f"{block}attention/attention_output", node("Reshape", [turned, flat], f"flat{layer}"), f"own{layer}")
        x = norm(f"{block}norm1", node("Add", [x, own], f"sum{layer}"), f"middle{layer}")
        hidden = node("Relu", [dense(f"{block}ff1", x, f"hidden{layer}")], f"relu{layer}")
        fed = dense(f"{block}ff2", hidden, f"fed{layer}")
        x = norm(f"{block}norm2", node("Add", [x, fed], f"total{layer}"), f"x{layer}")
    node("ReduceMean", [x, constant("axes", [0], "int64")], "embedding", keepdims=0)
    graph = helper.make_graph(
        nodes, "pat", [helper.make_tensor_value_info("minutes", TensorProto.FLOAT, [tokens, patch])],
        [helper.make_tensor_value_info("embedding", TensorProto.FLOAT, [96])], constants)
    model = helper.make_model(graph, opset_imports=[helper.make_opsetid("", 18)], ir_version=9)
    global made
    made = model.SerializeToString()
    options = onnxruntime.SessionOptions()
    options.intra_op_num_threads = options.inter_op_num_threads = 1
    return onnxruntime.InferenceSession(made, options, providers=["CPUExecutionProvider"])
