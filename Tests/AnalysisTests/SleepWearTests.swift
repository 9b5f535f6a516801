import TestKit
import Testing

@testable import Analysis

@Suite("Wear")
struct SleepWearTests {
    @Test("finds ActiLife's non-wear for every parameter set of Choi", .enabled(if: TestData.isAvailable))
    func choi() throws {
        let epochs = try SleepFixture.counts("agd/GT3XPlus-RawData-Day01.agd", seconds: 10)
        let minutes = try #require(CountSeries.minutes(of: epochs)?.first)
        let rows = try SleepFixture.rows("agd/GT3XPlus-RawData-Day01-Choi-periods.csv")
        let sets = Dictionary(grouping: rows.filter { $0[8] == "FALSE" }) { Array($0[5...7]) }
        #expect(!sets.isEmpty)
        for (parameters, expected) in sets {
            let numbers = parameters.compactMap { Int($0) }
            let found = Choi(shortest: numbers[0], spike: numbers[2], around: numbers[1]).nonWear(minutes.counts)
            #expect(found.map(\.count) == expected.filter { $0[2] == "FALSE" }.compactMap { Int($0[3]) })
        }
    }
}
