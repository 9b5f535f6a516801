"""Weights and a week for the actigraphy transformer that anybody can make again, and its forward pass in NumPy.

The weights are those of the reference results: a linear congruential generator of 64 bits from 42; kernels scaled by one over
the root of what they take in, biases by 0.02, gains 1 and offsets 0 with 0.1.
"""

import numpy as np

#: Minutes of a patch, heads, layers.
SIZES = {"S": (18, 6, 1), "M": (18, 12, 2), "L": (9, 12, 4)}


def tables(size):
    """The tables of a model by their path, float64, in the order of the generator."""
    patch, heads, layers = SIZES[size]
    shapes = [("dense/dense", (patch,), (96,))]
    for layer in range(1, layers + 1):
        block = f"encoder_layer_{layer}_transformer/encoder_layer_{layer}_"
        shapes += [(f"{block}attention/{part}", (96,), (heads, 96)) for part in ("query", "key", "value")]
        shapes += [(f"{block}attention/attention_output", (heads, 96), (96,)), (f"{block}norm1", None, None),
                   (f"{block}ff1", (96,), (256,)), (f"{block}ff2", (256,), (96,)), (f"{block}norm2", None, None)]
    state = 42

    def draw(shape, scale):
        nonlocal state
        found = np.empty(int(np.prod(shape)))
        for index in range(len(found)):
            state = (state * 6364136223846793005 + 1442695040888963407) % 2**64
            found[index] = (state >> 11) / 2**53 * 2 - 1
        return found.reshape(shape) * scale

    found = {}
    for path, inputs, outputs in shapes:
        if inputs is None:
            found[f"{path}/gamma:0"] = 1 + draw((96,), 0.1)
            found[f"{path}/beta:0"] = draw((96,), 0.1)
        else:
            found[f"{path}/kernel:0"] = draw(inputs + outputs, 1 / np.sqrt(np.prod(inputs)))
            found[f"{path}/bias:0"] = draw(outputs, 0.02)
    return found


def write(path, size, storage=None, **options):
    """Writes the weights of a model as h5py does for Keras; `options` go to h5py.File, `storage` to each
    table, a function of its shape or the same for all."""
    import h5py
    with h5py.File(path, "w", **options) as file:
        for name, values in tables(size).items():
            file.create_dataset(name, data=values.astype("float32"),
                                **(storage(values.shape) if callable(storage) else storage or {}))


def week():
    """10 080 minutes, before they are standardised."""
    t = np.arange(10080)
    return np.maximum(0, 1200 * np.sin(2 * np.pi * (t - 540) / 1440) + 400 * np.sin(2 * np.pi * t / 97)
                      + (7919 * t) % 613 - 200)


def standardised():
    minutes = week()
    return (minutes - minutes.mean()) / minutes.std()


def places(tokens):
    angles = np.arange(tokens)[:, None] * np.exp(-np.log(10000) * 2 * np.arange(48) / 96)
    return np.concatenate([np.sin(angles), np.cos(angles)], axis=1)


def normalised(x, gamma, beta):
    centred = x - x.mean(-1, keepdims=True)
    return centred / np.sqrt((centred * centred).mean(-1, keepdims=True) + x.dtype.type(1e-6)) * gamma + beta


def forward(weights, size, minutes):
    """Embedding and attention per token, in the precision of `weights`."""
    patch, heads, layers = SIZES[size]
    kind = weights["dense/dense/bias:0"].dtype
    x = minutes.astype(kind).reshape(-1, patch) @ weights["dense/dense/kernel:0"] + weights["dense/dense/bias:0"]
    x += places(len(x)).astype(kind)
    for layer in range(1, layers + 1):
        block = f"encoder_layer_{layer}_transformer/encoder_layer_{layer}_"

        def dense(part, values):
            kernel, bias = weights[f"{block}{part}/kernel:0"], weights[f"{block}{part}/bias:0"]
            return values @ kernel.reshape(values.shape[-1], -1) + bias.reshape(-1)

        split = lambda part: dense(f"attention/{part}", x).reshape(len(x), heads, 96).transpose(1, 0, 2)
        scores = split("query") @ split("key").transpose(0, 2, 1)
        scores *= kind.type(1 / np.sqrt(96))
        scores -= scores.max(-1, keepdims=True)
        np.exp(scores, out=scores)
        scores /= scores.sum(-1, keepdims=True)
        gathered = (scores @ split("value")).transpose(1, 0, 2).reshape(len(x), -1)
        x = normalised(x + dense("attention/attention_output", gathered), weights[f"{block}norm1/gamma:0"],
                       weights[f"{block}norm1/beta:0"])
        fed = dense("ff2", np.maximum(dense("ff1", x), 0))
        x = normalised(x + fed, weights[f"{block}norm2/gamma:0"], weights[f"{block}norm2/beta:0"])
    attention = scores.sum(1).mean(0)
    return x.mean(0), attention / attention.sum()
