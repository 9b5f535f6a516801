import CMatrix
import Glibc

/// The encoder of the pretrained actigraphy transformer: patches of minutes, sinusoidal places, transformer blocks that are
/// normalised after each part (arXiv 2411.15240, and the authors' published notebooks for what the paper leaves open).
public struct PATEncoder: Sendable {
    /// The trained parameters.
    public let weights: PATWeights

    /// An encoder with these weights.
    public init(_ weights: PATWeights) { self.weights = weights }

    /// The encoder's output for a week.
    public struct Encoding: Hashable, Sendable {
        /// The mean over all tokens, 96 numbers.
        public var embedding: [Float]
        /// The tokens one after the other, 96 numbers each.
        public var tokens: [Float]
        /// The attention that each token got in the last layer, from all tokens and averaged over heads; sums to 1.
        public var received: [Float]

        /// ``received`` for each minute: a patch's value repeated over its minutes.
        public var attention: [Float] {
            let patch = PATModel.minutes / max(1, received.count)
            return received.flatMap { repeatElement($0, count: patch) }
        }
    }

    /// Encodes a week.
    /// - Parameter week: 10 080 standardised minutes, the oldest first.
    /// - Precondition: `week` has 10 080 values, all finite.
    public func encode(_ week: [Float]) -> Encoding {
        precondition(week.count == PATModel.minutes)
        let tokens = weights.model.tokens
        let blocks = (tokens + Self.block - 1) / Self.block
        let side = PATModel.width * Self.block
        let (x, own) = (FloatBuffer(blocks * side), FloatBuffer(blocks * side))
        begin(week, into: x, blocks: blocks)
        let attention = PATAttention(tokens: tokens)
        let (hidden, fed) = (FloatBuffer(PATModel.innerWidth * Self.block), FloatBuffer(side))
        for (index, layer) in weights.layers.enumerated() {
            attention.attend(x, layer, isProfiled: index == weights.layers.count - 1, into: own)
            for block in 0..<blocks {
                let values = x.place(block * side, side)
                normalise(values, plus: own.place(block * side, side), layer.norms[0])
                layer.first.kernel.multiply(
                    values, bias: layer.first.bias, isRectified: true,
                    into: hidden.place(0, PATModel.innerWidth * Self.block))
                layer.second.kernel.multiply(
                    hidden.place(0, PATModel.innerWidth * Self.block), bias: layer.second.bias,
                    into: fed.place(0, side))
                normalise(values, plus: fed.place(0, side), layer.norms[1])
            }
        }
        return encoding(x, received: attention.received)
    }

    private static let block = Int(NIGHTJAR_BLOCK)

    /// The patches as tokens, with their places: 48 sines, then 48 cosines, of wavelengths that grow to 10 000 times 2 pi.
    private func begin(_ week: [Float], into x: FloatBuffer, blocks: Int) {
        let (patch, width, half) = (weights.model.patch, PATModel.width, PATModel.width / 2)
        let rates = (0..<half).map { exp(-log(10_000) * Double(2 * $0) / Double(width)) }
        let minutes = FloatBuffer(patch * Self.block)
        for block in 0..<blocks {
            let count = min(Self.block, weights.model.tokens - block * Self.block)
            for place in 0..<(patch * Self.block) {
                let (minute, token) = place.quotientAndRemainder(dividingBy: Self.block)
                minutes[place] = token < count ? week[(block * Self.block + token) * patch + minute] : 0
            }
            let start = block * width * Self.block
            weights.patches.kernel.multiply(
                minutes.place(0, patch * Self.block), bias: weights.patches.bias,
                into: x.place(start, width * Self.block))
            for (row, rate) in rates.enumerated() {
                for token in 0..<count {
                    let angle = Double(block * Self.block + token) * rate
                    x[start + row * Self.block + token] += Float(sin(angle))
                    x[start + (half + row) * Self.block + token] += Float(cos(angle))
                }
            }
        }
    }

    /// Each token plus another, normalised to mean 0 and variance 1 (plus 1e-6), with gain and offset.
    private func normalise(
        _ values: UnsafeMutablePointer<Float>, plus other: UnsafePointer<Float>, _ norm: PATWeights.Norm
    ) {
        precondition(norm.gamma.count == PATModel.width && norm.beta.count == PATModel.width)
        nightjar_normalise(values, other, PATModel.width, norm.gamma, norm.beta)
    }

    private func encoding(_ x: FloatBuffer, received: [Float]) -> Encoding {
        let (tokens, width) = (weights.model.tokens, PATModel.width)
        var values: [Float] = []
        values.reserveCapacity(tokens * width)
        var sums = [Double](repeating: 0, count: width)
        for token in 0..<tokens {
            let (block, column) = token.quotientAndRemainder(dividingBy: Self.block)
            for row in 0..<width {
                let value = x[(block * width + row) * Self.block + column]
                values.append(value)
                sums[row] += Double(value)
            }
        }
        let total = received.reduce(0) { $0 + Double($1) }
        return Encoding(
            embedding: sums.map { Float($0 / Double(tokens)) }, tokens: values,
            received: received.map { Float(Double($0) / total) })
    }
}
