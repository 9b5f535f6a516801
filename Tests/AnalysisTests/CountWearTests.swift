import Analysis
import Foundation
import TestKit
import Testing

/// ActiLife's own non-wear of a real recording.
@Suite("Non-wear from counts") struct CountWearTests {
    private func rows(_ name: String) throws -> [[String: String]] {
        let lines = try TestData.text("agd/GT3XPlus-RawData-Day01-\(name).csv").split(whereSeparator: \.isNewline)
        let header = lines[0].split(separator: ",").map(String.init)
        return lines.dropFirst().map { line in
            Dictionary(
                uniqueKeysWithValues: zip(
                    header, line.split(separator: ",", omittingEmptySubsequences: false).map(String.init)))
        }
    }

    /// Golden periods by the parameters in `keys`.
    private func golden(_ name: String, _ keys: [String]) throws -> [[String]: [Range<Int>]] {
        let format = ISO8601DateFormatter()
        let start = try #require(format.date(from: "2012-06-27T10:54:00Z"))
        var found: [[String]: [Range<Int>]] = [:]
        for row in try rows(name) where row["wear"] == "FALSE" {
            let ends = try [row["period_start"], row["period_end"]].map { text in
                Int(try #require(text.flatMap { format.date(from: $0) }).timeIntervalSince(start)) / 60
            }
            found[keys.map { row[$0] ?? "" }, default: []].append(ends[0]..<ends[1])
        }
        return found
    }

    private func counts() throws -> [Double] { try rows("10sec60sec").compactMap { Double($0["axis1"] ?? "") } }

    @Test("Choi's is ActiLife's for each of its parameter sets", .enabled(if: TestData.isAvailable))
    func choi() throws {
        let golden = try golden("Choi-periods", ["min_period_len", "min_window_len", "spike_tolerance"])
        #expect(golden.count == 3)
        for (set, periods) in golden {
            let values = set.compactMap { Int($0) }
            let rule = Choi(shortest: values[0], spike: values[2], around: values[1])
            #expect(rule.nonWear(try counts()) == periods)
        }
    }

    @Test("Troiano's is ActiLife's for each of its parameter sets", .enabled(if: TestData.isAvailable))
    func troiano() throws {
        let golden = try golden(
            "Troiano-periods",
            ["min_period_len", "spike_tolerance", "spike_stoplevel", "activity_threshold", "endat_nnz_seq"])
        #expect(golden.count == 6)
        for (set, periods) in golden {
            let values = set.compactMap { Double($0) }
            let rule = Troiano(
                shortest: Int(values[0]), spike: Int(values[1]), stopLevel: values[2], threshold: values[3],
                isSpikeInRow: set[4] == "TRUE")
            #expect(rule.nonWear(try counts()) == periods)
        }
    }

    @Test("Troiano's rule at the ends, with missing minutes and without any")
    func edges() {
        let zeros = [Double](repeating: 0, count: 60)
        let rule = Troiano()
        #expect(rule.nonWear([]).isEmpty && rule.nonWear(Array(zeros.dropLast())).isEmpty)
        #expect(rule.nonWear(zeros) == [0..<60])
        #expect(rule.nonWear([500] + zeros + [50, 50]) == [1..<61])
        #expect(rule.nonWear(zeros + [50, 50] + zeros) == [0..<122])
        #expect(rule.nonWear(zeros + [50, 50, 50] + zeros) == [0..<60, 63..<123])
        #expect(rule.nonWear(zeros + [101] + zeros) == [0..<60, 61..<121])
        #expect(rule.nonWear(zeros + [.nan] + zeros) == [0..<60, 61..<121])
        #expect(rule.nonWear([Double](repeating: .nan, count: 100)).isEmpty)
    }
}
