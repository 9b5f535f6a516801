import CMatrix

/// Attention of all heads of a layer over all tokens (Vaswani et al. 2017, equation 1), with a key of 96 for each head.
struct PATAttention {
    /// How many queries are taken at once: their scores then stay in the second cache.
    private static let block = 40
    let heads: Int
    let tokens: Int
    private let keyWidth = PATModel.keyWidth
    private var step: Int { heads * keyWidth }

    /// What each token gathers, and when `isProfiled` how much attention each token got from all, averaged over heads.
    /// - Parameters:
    ///   - queries: `tokens` rows of `heads` times 96.
    ///   - keys: as many.
    ///   - values: as many.
    ///   - isProfiled: whether attention is summed up; else it is empty.
    func gather(
        queries: [Float], keys: [Float], values: [Float], isProfiled: Bool
    ) -> (gathered: [Float], received: [Float]) {
        var received = [Float](repeating: 0, count: isProfiled ? tokens : 0)
        var scores = [Float](repeating: 0, count: Self.block * tokens)
        let room = tokens * step
        let gathered = [Float](unsafeUninitializedCapacity: room) { buffer, count in
            queries.withUnsafeBufferPointer { queries in
                scores.withUnsafeMutableBufferPointer { scores in
                    received.withUnsafeMutableBufferPointer { received in
                        for head in 0..<heads {
                            attend(head, queries, keys, values, scores, received, into: buffer[..<room])
                        }
                    }
                }
            }
            count = room
        }
        return (gathered, received.map { $0 / Float(heads) })
    }

    private func attend(
        _ head: Int, _ queries: UnsafeBufferPointer<Float>, _ keys: [Float], _ values: [Float],
        _ scores: UnsafeMutableBufferPointer<Float>, _ received: UnsafeMutableBufferPointer<Float>,
        into gathered: UnsafeMutableBufferPointer<Float>.SubSequence
    ) {
        let start = head * keyWidth
        // The keys stand on their side: a product with a query gives a row of scores.
        let packedKeys = PackedMatrix(keys[start...], rows: keyWidth, columns: tokens, rowStep: 1, columnStep: step)
        let packedValues = PackedMatrix(values[start...], rows: tokens, columns: keyWidth, rowStep: step, columnStep: 1)
        let scale = 1 / Float(keyWidth).squareRoot()
        for first in stride(from: 0, to: tokens, by: Self.block) {
            let count = min(Self.block, tokens - first)
            let own = first * step + start
            packedKeys.multiply(
                queries[own...], leftStep: step, count: count, into: scores[...], resultStep: tokens)
            nightjar_softmax(
                scores.baseAddress, count, tokens, scale, received.isEmpty ? nil : received.baseAddress)
            packedValues.multiply(
                UnsafeBufferPointer(scores)[...], leftStep: tokens, count: count, into: gathered[own...],
                resultStep: step)
        }
    }
}
