import Foundation
import Signals
import TestKit
import Testing

@testable import Analysis

/// The forward pass against a float64 implementation in NumPy, on weights that anybody can make again.
@Suite("The pretrained actigraphy transformer", .enabled(if: TestData.isAvailable))
struct PATForwardTests {
    private func reference(_ model: PATModel) throws -> [String: Any] {
        let data = Data(try TestData.bytes("oracle/pat_forward_vectors.json"))
        let all = try #require(try JSONSerialization.jsonObject(with: data) as? [String: Any])
        return try #require(all[String(model.rawValue.suffix(1))] as? [String: Any])
    }

    private func furthest(_ ours: some Collection<Float>, _ theirs: Any?) throws -> Double {
        let theirs = try #require(theirs as? [Double])
        #expect(ours.count == theirs.count && !theirs.isEmpty)
        return zip(ours, theirs).map { abs(Double($0) - $1) }.max() ?? .infinity
    }

    @Test("gives the embedding, the tokens and the attention of the reference to 1e-4", arguments: PATModel.allCases)
    func forward(model: PATModel) throws {
        let file = PATVectors.weights(patch: model.patch, heads: model.heads, layers: model.layers)
        let weights = try PATWeights(HDF5File(file))
        #expect(weights.model == model)
        let reference = try reference(model)
        defer { leaveOutMatrixInstructions(0) }
        // Each kind of instructions that this processor has.
        for leftOut: Int32 in 0...2 {
            leaveOutMatrixInstructions(leftOut)
            try compare(PATEncoder(weights).encode(try PATWeek(PATVectors.minutes).values), reference, model)
        }
    }

    private func compare(_ encoding: PATEncoder.Encoding, _ reference: [String: Any], _ model: PATModel) throws {
        #expect(try furthest(encoding.embedding, reference["pooled"]) < 1e-4)
        #expect(try furthest(encoding.tokens.prefix(96), reference["token0"]) < 1e-4)
        #expect(try furthest(encoding.tokens.suffix(96), reference["token_last"]) < 1e-4)
        #expect(try furthest(encoding.received.prefix(10), reference["attn_profile_first10"]) < 1e-6)
        let most = encoding.received.indices.max { encoding.received[$0] < encoding.received[$1] }
        #expect(most == reference["attn_profile_argmax"] as? Int)
        #expect(encoding.attention.count == 10_080)
        #expect(encoding.attention[model.patch - 1] == encoding.received[0])
        #expect(encoding.attention[model.patch] == encoding.received[1])
        #expect(abs(encoding.received.reduce(0, +) - 1) < 1e-5)
    }
}
