import Glibc
import Signals

/// A head that somebody trained on embeddings: 96 to 128 rectified, to one logistic output. None is published; without one
/// there is no score.
public struct PATHead: Sendable {
    private static let hiddenWidth = 128
    private let kernel: [Float]
    private let bias: [Float]
    private let output: [Float]
    private let outputBias: Float

    /// A head from its parameters.
    /// - Parameters:
    ///   - hiddenKernel: 96 rows of 128 numbers.
    ///   - hiddenBias: 128 numbers.
    ///   - outputKernel: 128 numbers.
    ///   - outputBias: one number.
    /// - Throws: `Failure` when they have another length or are not finite.
    public init(hiddenKernel: [Float], hiddenBias: [Float], outputKernel: [Float], outputBias: Float) throws {
        let (width, inner) = (PATModel.width, Self.hiddenWidth)
        guard hiddenKernel.count == width * inner, hiddenBias.count == inner, outputKernel.count == inner else {
            throw Failure(
                .failed, "A head has a dense layer from \(width) to \(inner) and one from \(inner) to 1.")
        }
        guard (hiddenKernel + hiddenBias + outputKernel + [outputBias]).allSatisfy(\.isFinite) else {
            throw Failure(.failed, "A head's parameters are finite numbers.")
        }
        kernel = hiddenKernel
        bias = hiddenBias
        output = outputKernel
        self.outputBias = outputBias
    }

    /// The score of an embedding, 0 ... 1. Its meaning depends on the training of the head; it is not a diagnosis.
    public func score(_ embedding: [Float]) -> Double {
        precondition(embedding.count == PATModel.width)
        var inner = bias
        for (row, value) in embedding.enumerated() {
            for column in inner.indices { inner[column] += value * kernel[row * Self.hiddenWidth + column] }
        }
        let logit = zip(inner, output).reduce(Double(outputBias)) { $0 + Double(max(0, $1.0)) * Double($1.1) }
        return 1 / (1 + exp(-logit))
    }
}
