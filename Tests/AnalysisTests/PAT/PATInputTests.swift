import Foundation
import Signals
import TestKit
import Testing

@testable import Analysis

@Suite("What the actigraphy transformer takes")
struct PATInputTests {
    @Test("keeps the latest week, and fills a shorter recording with zeros before its start")
    func window() throws {
        let long = try PATWeek((0..<10_090).map(Double.init))
        #expect(long.values.count == 10_080 && long.padded == 0)
        // The score is of the whole recording, before it is cut.
        let mean = 10_089.0 / 2
        #expect(abs(Double(long.values[0]) - (10 - mean) / (Double(10_090 * 10_090 - 1) / 12).squareRoot()) < 1e-6)
        let short = try PATWeek([1, .nan, 3])
        #expect(short.padded == 10_077 && short.missing == 1 && short.recorded == 2)
        #expect(short.values.suffix(3) == [-1, 0, 1] && short.values.prefix(10_077).allSatisfy { $0 == 0 })
        #expect(!short.isPublishedNormalisation)
    }

    @Test("standardises minute by minute with a population's curves")
    func reference() throws {
        let mean = (0..<1440).map(Double.init)
        let reference = try PATReference(mean: mean, deviation: mean.map { $0 == 1 ? 0 : 2 })
        let week = try PATWeek([5, 5, .nan, 5], reference: reference)
        #expect(week.values.suffix(4) == [2.5, 4, 0, 1] && week.isPublishedNormalisation)
        let later = try PATWeek([5], reference: reference, firstMinuteOfDay: 1439)
        #expect(later.values.last == -717)
        #expect(throws: Failure.self) { try PATReference(mean: [1], deviation: [1]) }
    }

    @Test("refuses a recording without values, and one that is all the same")
    func nothing() {
        #expect(throws: Failure.self) { try PATWeek([]) }
        #expect(throws: Failure.self) { try PATWeek([.nan]) }
        #expect(throws: Failure.self) { try PATWeek([3, 3, 3]) }
    }

    @Test("scores an embedding with a head")
    func head() throws {
        var kernel = [Float](repeating: 0, count: 96 * 128)
        kernel[0] = 2  // input 0 to hidden 0
        kernel[1] = -1  // input 0 to hidden 1, which is rectified away
        var bias = [Float](repeating: 0, count: 128)
        bias[0] = 0.5
        var output = [Float](repeating: 0, count: 128)
        (output[0], output[1]) = (0.4, 100)
        let head = try PATHead(hiddenKernel: kernel, hiddenBias: bias, outputKernel: output, outputBias: -0.2)
        var embedding = [Float](repeating: 0, count: 96)
        embedding[0] = 1
        #expect(abs(head.score(embedding) - 1 / (1 + exp(-0.8))) < 1e-6)
        #expect(throws: Failure.self) {
            try PATHead(hiddenKernel: [1], hiddenBias: bias, outputKernel: output, outputBias: 0)
        }
    }

    @Test("multiplies matrices of any size")
    func products() {
        for (rows, depth, columns) in [(1, 1, 1), (3, 7, 5), (12, 96, 33), (29, 10, 64), (40, 3, 31)] {
            let left = (0..<(rows * depth)).map { Float($0 % 13) - 6 }
            let right = (0..<(depth * columns)).map { Float($0 % 7) - 3 }
            let bias = (0..<columns).map { Float($0) }
            let found = PackedMatrix(right, rows: depth, columns: columns).product(left, count: rows, bias: bias)
            var exact: [Float] = []
            for row in 0..<rows {
                for column in 0..<columns {
                    exact.append(
                        (0..<depth).reduce(bias[column]) { $0 + left[row * depth + $1] * right[$1 * columns + column] })
                }
            }
            #expect(found == exact, "\(rows) x \(depth) x \(columns), \(matrixInstructions)")
        }
    }
}
