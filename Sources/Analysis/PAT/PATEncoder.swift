import Glibc

/// The encoder of the pretrained actigraphy transformer: patches of minutes, sinusoidal places, transformer blocks that are
/// normalised after each part (arXiv 2411.15240, and the authors' published notebooks for what the paper leaves open).
public struct PATEncoder: Sendable {
    /// The parameters.
    public let weights: PATWeights

    /// An encoder with these weights.
    public init(_ weights: PATWeights) { self.weights = weights }

    /// What the encoder makes of a week.
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
        let (tokens, width) = (weights.model.tokens, PATModel.width)
        var values = weights.patches.kernel.product(week, count: tokens, bias: weights.patches.bias)
        for (index, place) in Self.places(tokens).enumerated() { values[index] += place }
        var received: [Float] = []
        for (index, layer) in weights.layers.enumerated() {
            let isLast = index == weights.layers.count - 1
            let own = Self.attend(
                values, layer, heads: weights.model.heads, tokens: tokens, isProfiled: isLast, &received)
            values = Self.normalised(values, plus: own, layer.norms[0])
            let hidden = layer.first.kernel.product(values, count: tokens, bias: layer.first.bias, isRectified: true)
            let fed = layer.second.kernel.product(hidden, count: tokens, bias: layer.second.bias)
            values = Self.normalised(values, plus: fed, layer.norms[1])
        }
        var sums = [Double](repeating: 0, count: width)
        for index in values.indices { sums[index % width] += Double(values[index]) }
        let total = received.reduce(0) { $0 + Double($1) }
        return Encoding(
            embedding: sums.map { Float($0 / Double(tokens)) }, tokens: values,
            received: received.map { Float(Double($0) / total) })
    }

    private static func attend(
        _ values: [Float], _ layer: PATWeights.Layer, heads: Int, tokens: Int, isProfiled: Bool,
        _ received: inout [Float]
    ) -> [Float] {
        let found = PATAttention(heads: heads, tokens: tokens).gather(
            queries: layer.query.kernel.product(values, count: tokens, bias: layer.query.bias),
            keys: layer.key.kernel.product(values, count: tokens, bias: layer.key.bias),
            values: layer.value.kernel.product(values, count: tokens, bias: layer.value.bias), isProfiled: isProfiled)
        if isProfiled { received = found.received }
        return layer.output.kernel.product(found.gathered, count: tokens, bias: layer.output.bias)
    }

    /// The sum of two rows of tokens, each token normalised to mean 0 and variance 1 (plus 1e-6), with gain and offset.
    private static func normalised(_ values: [Float], plus other: [Float], _ norm: PATWeights.Norm) -> [Float] {
        let width = PATModel.width
        return [Float](unsafeUninitializedCapacity: values.count) { buffer, count in
            for start in stride(from: 0, to: values.count, by: width) {
                var (sum, squares): (Float, Float) = (0, 0)
                for index in start..<(start + width) {
                    let value = values[index] + other[index]
                    buffer[index] = value
                    sum += value
                }
                let mean = sum / Float(width)
                for index in start..<(start + width) {
                    let distance = buffer[index] - mean
                    squares += distance * distance
                }
                let factor = 1 / (squares / Float(width) + 1e-6).squareRoot()
                for index in 0..<width {
                    let value = (buffer[start + index] - mean) * factor
                    buffer[start + index] = value * norm.gamma[index] + norm.beta[index]
                }
            }
            count = values.count
        }
    }

    /// The places of the tokens: 48 sines, then 48 cosines, of wavelengths that grow to 10 000 times 2 pi.
    private static func places(_ tokens: Int) -> [Float] {
        let half = PATModel.width / 2
        let rates = (0..<half).map { exp(-log(10_000) * Double(2 * $0) / Double(PATModel.width)) }
        return (0..<tokens).flatMap { token in
            let angles = rates.map { Double(token) * $0 }
            return angles.map { Float(sin($0)) } + angles.map { Float(cos($0)) }
        }
    }
}
