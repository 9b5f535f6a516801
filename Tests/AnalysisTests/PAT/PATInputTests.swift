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

    @Test("multiplies whole matrices and parts of them, from the left and from the right")
    func products() {
        for (depth, columns) in [(1, 8), (7, 48), (96, 96), (9, 96)] {
            let kernel = (0..<(depth * columns)).map { Float($0 % 7) - 3 }
            let bias = (0..<columns).map { Float($0) }
            // A block of 48 tokens, each a column.
            let right = (0..<(depth * 48)).map { Float($0 % 13) - 6 }
            func exact(_ column: Int, _ token: Int, rows: Range<Int>) -> Float {
                rows.reduce(0) { $0 + kernel[$1 * columns + column] * right[$1 * 48 + token] }
            }
            var found = [Float](repeating: 0, count: columns * 48)
            let packed = PackedMatrix(kernel, rows: depth, columns: columns)
            packed.multiply(right, bias: bias, isRectified: true, into: &found)
            for place in found.indices {
                #expect(found[place] == max(0, exact(place / 48, place % 48, rows: 0..<depth) + bias[place / 48]))
            }
            let (part, own) = (depth / 2..<depth, columns - 8..<columns)
            found = [Float](repeating: 0.5, count: 8 * 48)
            let rest = Array(right[(part.lowerBound * 48)...])
            packed.multiply(rest, rows: part, columns: own, adds: true, into: &found)
            for place in found.indices {
                #expect(found[place] == exact(own.lowerBound + place / 48, place % 48, rows: part) + 0.5)
            }
            guard columns.isMultiple(of: 48) else { continue }
            found = [Float](repeating: 0, count: 48 * 50)
            let wide = PackedMatrix(kernel, rows: depth, columns: columns, width: .block)
            wide.multiply(onto: right, columnsFrom: columns - 48, into: &found, step: 50)
            for token in 0..<48 {
                for column in 0..<48 {
                    let wanted = exact(columns - 48 + column, token, rows: 0..<depth)
                    #expect(found[token * 50 + column] == wanted, "\(matrixInstructions)")
                }
            }
        }
    }
}
