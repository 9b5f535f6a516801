import CMatrix

/// Attention of all heads of a layer over all tokens (Vaswani et al. 2017, equation 1), with a key of 96 for each head.
///
/// Scores stand on their side: a row of 48 queries for each key, so that 48 sums over all keys run side by side.
struct PATAttention {
    private static let block = Int(NIGHTJAR_BLOCK)
    private static let tile = Int(NIGHTJAR_TILE)
    /// Keys whose scores stay in the first cache while their values are summed.
    private static let chunk = 112
    private let width = PATModel.width
    private let tokens: Int
    private let blocks: Int
    private let keys, values, query, scores, gathered, largest, factors: FloatBuffer
    private let profile: FloatBuffer

    /// - Parameter tokens: a multiple of 8.
    init(tokens: Int) {
        precondition(tokens.isMultiple(of: Self.tile))
        self.tokens = tokens
        blocks = (tokens + Self.block - 1) / Self.block
        let side = PATModel.width * Self.block
        (keys, values) = (FloatBuffer(blocks * side), FloatBuffer(blocks * side))
        (query, gathered) = (FloatBuffer(side), FloatBuffer(side))
        scores = FloatBuffer(tokens * Self.block)
        (largest, factors) = (FloatBuffer(Self.block), FloatBuffer(Self.block))
        profile = FloatBuffer(tokens)
    }

    /// The attention that each token got from all, summed over heads; of the layer that was profiled.
    var received: [Float] { (0..<tokens).map { profile[$0] } }

    /// Writes what each token gathers, after the layer's last product.
    /// - Parameters:
    ///   - x: the tokens, in blocks.
    ///   - layer: the parameters.
    ///   - isProfiled: whether attention is summed up in ``received``.
    ///   - result: room for as many tokens.
    func attend(_ x: FloatBuffer, _ layer: PATWeights.Layer, isProfiled: Bool, into result: FloatBuffer) {
        let side = width * Self.block
        for head in 0..<(layer.query.kernel.columns / width) {
            let own = head * width..<(head + 1) * width
            for block in 0..<blocks {
                let tokens = x.place(block * side, side)
                layer.key.kernel.multiply(
                    tokens, columns: own, bias: layer.key.bias, into: keys.place(block * side, side))
                for first in stride(from: 0, to: width, by: Self.block) {
                    layer.value.kernel.multiply(
                        onto: tokens, columnsFrom: own.lowerBound + first,
                        into: values.place(block * side + first, side - first), step: width)
                }
            }
            for block in 0..<blocks {
                layer.query.kernel.multiply(
                    x.place(block * side, side), columns: own, bias: layer.query.bias, into: query.place(0, side))
                gather(block, isProfiled: isProfiled, bias: layer.value.bias, from: own.lowerBound)
                layer.output.kernel.multiply(
                    gathered.place(0, side), rows: own, bias: head == 0 ? layer.output.bias : nil, adds: head > 0,
                    into: result.place(block * side, side))
            }
        }
    }

    /// What the queries of a block gather from one head. The bias of values is added last: shares sum to 1.
    private func gather(_ block: Int, isProfiled: Bool, bias: [Float], from first: Int) {
        let side = width * Self.block
        score()
        let most = largest.place(0, Self.block)
        nightjar_largest(scores.place(0, tokens * Self.block), tokens, most)
        let sums = factors.place(0, Self.block)
        sums.update(repeating: 0, count: Self.block)
        for start in stride(from: 0, to: tokens, by: Self.chunk) {
            let count = min(Self.chunk, tokens - start)
            let shares = scores.place(start * Self.block, count * Self.block)
            nightjar_powers(shares, count, most, sums)
            let left = nightjar_left(
                values: values.place(start * width, count * width), step: width, tile_step: Self.tile,
                tiles: width / Self.tile)
            nightjar_multiply(
                left, shares, count, nil, start > 0 ? Int32(NIGHTJAR_ADD) : 0, gathered.place(0, side),
                Self.block)
        }
        // Columns behind the last token are of nobody.
        for column in 0..<Self.block {
            sums[column] = block * Self.block + column < tokens ? 1 / sums[column] : 0
        }
        if isProfiled {
            nightjar_receive(scores.place(0, tokens * Self.block), tokens, sums, profile.place(0, tokens))
        }
        bias.withUnsafeBufferPointer { bias in
            precondition(bias.count >= first + width)
            nightjar_scale(gathered.place(0, side), width, sums, bias.baseAddress.map { $0 + first })
        }
    }

    /// The products of the block's queries with all keys.
    private func score() {
        let side = width * Self.block
        for block in 0..<blocks {
            let count = min(Self.block, tokens - block * Self.block)
            let left = nightjar_left(
                values: keys.place(block * side, side), step: Self.block, tile_step: Self.tile,
                tiles: count / Self.tile)
            nightjar_multiply(
                left, query.place(0, side), width, nil, 0,
                scores.place(block * Self.block * Self.block, count * Self.block), Self.block)
        }
    }
}
