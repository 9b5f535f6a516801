import Foundation
import Recordings
import TestKit
import Testing

@testable import Analysis

@Suite("Sleep from the arm's angle")
struct SleepAngleTests {
    private static let day = 17_280

    @Test("agrees with GGIR and with the truth within one epoch", .enabled(if: TestData.isAvailable), arguments: 1...3)
    func oracle(night: Int) throws {
        let file = try RecordingFile.open(path: TestData.path("oracle/anglez_5s_3days.csv.gz"))
        let text = String(decoding: try file.bytes(at: 0, count: file.size), as: UTF8.self)
        let angles = text.split(separator: "\n").compactMap { Double($0) }
        try #require(angles.count == 3 * Self.day)
        let window = Array(angles[((night - 1) * Self.day)..<(night * Self.day)])
        let oracle = try JSONSerialization.jsonObject(with: Data(TestData.bytes("oracle/ggir_functions.json")))
        let expected = try #require((oracle as? [String: [String: Any]])?["\(night)"])
        let number: (String) -> Double = { (expected[$0] as? NSNumber)?.doubleValue ?? .nan }

        let result = HDCZA().blocks(window)
        let period = try #require(result.longest)
        #expect(abs(Double(period.lowerBound) - number("SPTE_start")) <= 1)
        #expect(abs(Double(period.upperBound) - number("SPTE_end")) <= 1)
        #expect(abs((result.threshold ?? 0) - number("thr")) < 0.002)

        // GGIR counts the epoch before a bout with it, and leaves out bouts at the ends of the day.
        let bouts = SustainedInactivity().bouts(window).filter { $0.lowerBound > 0 && $0.upperBound < Self.day }
        let marked = Set(bouts.flatMap { ($0.lowerBound - 1)..<$0.upperBound })
        #expect(Double(marked.count) == number("sib_sum_all"))

        let truth = try JSONSerialization.jsonObject(with: Data(TestData.bytes("oracle/anglez_truth.json")))
        let day = try #require((truth as? [[String: Any]])?[night - 1])
        let onset = ((day["onset_s_after_noon"] as? NSNumber)?.doubleValue ?? .nan) / 5
        let offset = ((day["offset_s_after_noon"] as? NSNumber)?.doubleValue ?? .nan) / 5
        #expect(abs(Double(period.lowerBound) - onset) <= 3 && abs(Double(period.upperBound) - offset) <= 3)
    }
}
