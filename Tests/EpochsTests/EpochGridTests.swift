import Signals
import Testing

@testable import Epochs

@Suite struct EpochGridTests {
    /// Central Europe in 2024.
    private let berlin = Zone(
        name: "Europe/Berlin", firstOffset: 3600, transitions: [1_711_846_800, 1_729_990_800], offsets: [7200, 3600])
    /// Amsterdam before 1937: 19 minutes and 32 seconds.
    private let amsterdam = Zone(name: "old", firstOffset: 1172)

    @Test("epochs lie on multiples of their length on the wall")
    func wall() {
        #expect(EpochGrid(length: 60, zone: .utc).range(around: 1_700_000_000) == 1_699_999_980..<1_700_000_040)
        #expect(EpochGrid(length: 86_400, zone: berlin).range(around: 1_700_000_000) == 1_699_916_400..<1_700_002_800)
        #expect(EpochGrid(length: 60, zone: amsterdam).range(around: 0) == -32..<28)
        #expect(EpochGrid(length: 60, zone: .utc).range(around: -1) == -60..<0)
    }

    @Test(
        "a change of the offset ends an epoch where it is none of its bounds", arguments: [7, 60, 3600, 7200, 86_400])
    func changes(length: Int64) {
        let grid = EpochGrid(length: length, zone: berlin)
        for change in [1_711_846_800, 1_729_990_800] as [Int64] {
            // Every second around the change lies in exactly one epoch, and epochs follow each other.
            var range = grid.range(around: change - 100_000)
            while range.upperBound < change + 100_000 {
                #expect(range.count <= length)
                let next = grid.range(around: range.upperBound)
                #expect(next.lowerBound == range.upperBound)
                #expect(grid.range(around: next.upperBound - 1) == next)
                range = next
            }
            #expect(grid.range(around: change).lowerBound == change)
        }
    }
}

@Suite struct CoverageTests {
    @Test("joins what touches and keeps apart what does not")
    func joining() {
        var coverage = Coverage()
        for range in [10..<20, 40..<50, 20..<30, 0..<5] as [Range<Int64>] { coverage.insert(range) }
        #expect(coverage.ranges == [0..<5, 10..<30, 40..<50])
        coverage.insert(4..<45)
        #expect(coverage.ranges == [0..<50])
        #expect(coverage.contains(49) && !coverage.contains(50) && !coverage.contains(-1))
    }

    @Test("stays small by joining what is nearest, never by forgetting")
    func bound() {
        var coverage = Coverage()
        let starts = (0..<200).map { Int64($0 * $0 * 100) }
        for start in starts { coverage.insert(start..<(start + 10)) }
        #expect(coverage.ranges.count == 32)
        #expect(starts.allSatisfy { coverage.contains($0) && coverage.contains($0 + 9) })
    }
}
