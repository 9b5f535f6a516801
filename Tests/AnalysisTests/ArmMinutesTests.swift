import Signals
import TestKit
import Testing

@testable import Analysis

@Suite("Minutes by the angle of the arm")
struct ArmMinutesTests {
    /// Five days of restless and still hours, with gaps, from a time that lies on no minute.
    private func epochs(seed: UInt64) -> [Epoch] {
        var state = seed
        func random() -> Double {
            state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            return Double(state >> 33) / Double(1 << 31)
        }
        var epochs: [Epoch] = []
        var (angle, isStill) = (0.0, false)
        for index in 0..<(5 * 17_280 + 1234) {
            if index.isMultiple(of: 217) { isStill = random() < 0.5 }
            if !isStill { angle = random() * 120 - 60 } else if random() < 0.01 { angle += random() * 16 - 8 }
            // Hours without anything, and epochs that are lost one by one.
            if (30_000..<33_000).contains(index) || random() < 0.02 { continue }
            let motion = Epoch.Motion(
                samples: 500, enmo: isStill ? 0.002 : random() * 0.2, mad: isStill ? 0.004 : 0.05, angleZ: angle)
            let start = Instant(nanoseconds: 1_700_000_015_000_000_000 + Int64(index) * 5_000_000_000)
            epochs.append(Epoch(start: start, seconds: 5, motion: motion))
        }
        return epochs
    }

    /// All at once, as the rules are written.
    private func whole(_ epochs: [Epoch]) throws -> (values: [Double], states: [SleepState]) {
        let first = try #require(epochs.first?.start.nanoseconds)
        let last = try #require(epochs.last?.start.nanoseconds)
        let origin = first - first % 60_000_000_000
        var grid = [Epoch.Motion?](repeating: nil, count: 12 * (Int(last - origin) / 60_000_000_000 + 1))
        for epoch in epochs { grid[Int(epoch.start.nanoseconds - origin) / 5_000_000_000] = epoch.motion }
        let off = StillRecorder().notWorn(grid, epochSeconds: 5)
        for index in grid.indices where off[index] { grid[index] = nil }
        let scored = SustainedInactivity(epochSeconds: 5).states(grid.map { $0?.angleZ ?? .nan })
        var found: (values: [Double], states: [SleepState]) = ([], [])
        for start in stride(from: 0, to: grid.count, by: 12) {
            let known = grid[start..<(start + 12)].compactMap { $0?.enmo }
            let asleep = scored[start..<(start + 12)].count { $0 == .asleep }
            found.values.append(known.count >= 6 ? 1000 * known.reduce(0, +) / Double(known.count) : .nan)
            found.states.append(known.count < 6 ? .unknown : asleep * 2 > known.count ? .asleep : .awake)
        }
        return found
    }

    @Test("are the same made day by day as all at once", arguments: [1, 2, 3])
    func flat(seed: UInt64) throws {
        let epochs = epochs(seed: seed)
        var minutes = ArmMinutes()
        for epoch in epochs { minutes.add(epoch) }
        let wall = try #require(minutes.series(in: .utc)?.wall)
        let expected = try whole(epochs)
        #expect(wall.states == expected.states && wall.states.contains(.asleep) && wall.states.contains(.unknown))
        #expect(wall.values.map(\.bitPattern) == expected.values.map(\.bitPattern))
        // In any order, too.
        #expect(
            NightAnalysis.rhythm(angleZ: epochs.reversed(), zone: .utc) == minutes.series(in: .utc)?.rhythm)
    }

    @Test("are none where the epochs lie too far apart")
    func far() throws {
        var minutes = ArmMinutes()
        let motion = Epoch.Motion(samples: 500, enmo: 0.1, mad: 0.1, angleZ: 3)
        minutes.add(Epoch(start: Instant(nanoseconds: 0), seconds: 5, motion: motion))
        #expect(minutes.series(in: .utc)?.wall.values.count == 1)
        minutes.add(Epoch(start: Instant(nanoseconds: 1 << 61), seconds: 5, motion: motion))
        #expect(minutes.series(in: .utc) == nil)
    }
}

@Suite("Actograms")
struct ActogramTests {
    @Test("lay minutes in parts of days, whatever the time at which they begin")
    func bins() throws {
        let start = try #require(Instant(rfc3339: "2025-06-18T23:55:00Z"))
        let wall = WallClockSeries(
            start: start, epochSeconds: 60, values: [1, 2, .nan, 3, 4, 10, 20], states: [], zone: .utc)
        let day = try #require(CivilDate("2025-06-18"))
        let series = [RestActivity(measure: .enmo, wall: wall)]
        let values = Actogram(series, from: day, days: 2, minutes: 5).values
        #expect(values.count == 576 && values[287] == 2.5 && values[288] == 15 && values[286].isNaN)
        // What lies outside is left out.
        #expect(Actogram(series, from: day.adding(days: 1), days: 1, minutes: 5).values.first == 15)
        #expect(Actogram(series, from: day.adding(days: 5), days: 1, minutes: 5).values.allSatisfy { $0.isNaN })
    }
}
