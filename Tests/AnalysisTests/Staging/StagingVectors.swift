import Foundation
import Signals
import Testing

@testable import Analysis

/// The made-up night of `Benchmarks/Staging/fixture.py`, and what its Python says of it.
struct StagingVectors {
    var heart: [HeartRateSample] = []
    var counts: [Double] = []
    var staged: [[Double]] = []
    var motion: [Double] = []

    init() throws {
        let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().appendingPathComponent("../../..")
        let file = root.appendingPathComponent("Benchmarks/Staging/vectors.csv")
        for line in try String(contentsOf: file, encoding: .utf8).split(separator: "\n") {
            let fields = line.split(separator: ",", omittingEmptySubsequences: false)
            let numbers = fields.dropFirst().map { Double($0) ?? .nan }
            switch fields[0] {
            case "heart": heart.append(HeartRateSample(seconds: numbers[0], beatsPerMinute: numbers[1]))
            case "count": counts.append(numbers[1])
            case "staged": staged.append(Array(numbers.dropFirst()))
            default: motion.append(numbers[1])
            }
        }
        try #require(counts.count == 360 && staged.count == 360 && motion.count == 360 && heart.count > 800)
    }
}
