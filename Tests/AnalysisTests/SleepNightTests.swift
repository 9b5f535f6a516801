import Signals
import TestKit
import Testing

@testable import Analysis

@Suite("Nights of a recording")
struct SleepNightTests {
    /// Berlin in 2024: summer time from 31 March 01:00Z to 27 October 01:00Z.
    private static let berlin = Zone(
        name: "Europe/Berlin", firstOffset: 3600, transitions: [1_711_846_800, 1_729_990_800], offsets: [7200, 3600])

    @Test("scores the real night of an .agd as ActiLife does", .enabled(if: TestData.isAvailable))
    func actigraph() throws {
        let epochs = try SleepFixture.counts("agd/GT3XPlus-RawData-Day01.agd", seconds: 10)
        let nights = try NightAnalysis.nights(counts: epochs, zone: .utc)
        let night = try #require(nights.first)
        #expect(nights.count == 1 && "\(night.date)" == "2012-06-28" && night.sleepPeriodReason == nil)
        let period = try #require(night.sleepPeriod)
        #expect("\(Zone.utc.civilTime(at: period.lowerBound))" == "2012-06-28T00:03:00")
        #expect("\(Zone.utc.civilTime(at: period.upperBound))" == "2012-06-28T07:38:00")
        let measures = night.measures
        #expect(measures.totalSleepTime.value == 442 && measures.wakeAfterSleepOnset.value == 13)
        #expect(measures.awakenings.value == 4 && night.awakenings.count == 4)
        #expect(abs((measures.sleepEfficiency.value ?? 0) - 97.14) < 0.005)
        #expect(abs((night.fragmentation.value ?? 0) - 40) < 1e-9)
        let days = ActigraphyAnalysis(rhythm: nil, nights: nights)
        #expect(days.socialJetLag.value == nil && days.socialJetLag.reason?.isEmpty == false)
        #expect(measures.sleepOnsetLatency.value == nil && measures.sleepOnsetLatency.reason?.isEmpty == false)
        #expect(night.scoringMethod.name == "sadeh" && night.periodMethod.name == "tudor-locke")
        #expect(try NightAnalysis.nights(counts: epochs, zone: .utc) == nights)
    }

    @Test("finds the seven nights of a real week near the wearer's diary", .enabled(if: TestData.isAvailable))
    func diary() throws {
        let epochs = try SleepFixture.counts("nights/205_actlumus_Log_1020_20230904101707532.txt.zip", seconds: 10)
        let nights = try NightAnalysis.nights(counts: epochs, zone: .utc)
        let diary = try SleepFixture.rows("nights/205_sleepdiary_all_20230904.csv", separator: ";").dropFirst()
        #expect(nights.count == 7 && diary.count == 7)
        var onsetErrors: [Double] = []
        var offsetErrors: [Double] = []
        for (night, entry) in zip(nights, diary) {
            let period = try #require(night.sleepPeriod)
            let asleep = try instant(entry[4]).advanced(bySeconds: (Double(entry[5]) ?? 0) * 60)
            onsetErrors.append(period.lowerBound.seconds(since: asleep) / 60)
            offsetErrors.append(period.upperBound.seconds(since: try instant(entry[8])) / 60)
        }
        let sorted = { (errors: [Double]) in errors.map(abs).sorted() }
        #expect(sorted(onsetErrors)[3] <= 30 && sorted(onsetErrors)[6] <= 90)
        // On one morning the recorder lay still for an hour more where its wearer had left it.
        #expect(sorted(offsetErrors)[3] <= 20 && sorted(offsetErrors)[5] <= 60)
    }

    @Test(
        "takes the hours in which an ActTrust says that it was off the wrist as not worn",
        .enabled(if: TestData.isAvailable))
    func offWrist() throws {
        let epochs = try SleepFixture.counts("nights/condor_Example_Log.txt", seconds: 60)
        let nights = try NightAnalysis.nights(counts: epochs, zone: .utc)
        #expect(nights.count == 19)
        let off = try #require(nights.first { "\($0.date)" == "2015-12-24" })
        #expect(off.sleepPeriod == nil && off.states.contains(.notWorn))
        #expect(off.sleepPeriodReason?.contains("worn") == true)
        #expect(off.measures.totalSleepTime.value == nil && off.measures.totalSleepTime.reason != nil)
    }

    @Test("has windows of 23 and 25 hours when the clock changes", arguments: [("2024-03-31", 23), ("2024-10-27", 25)])
    func clockChange(date: String, hours: Int) throws {
        let day = try #require(CivilDate(date))
        let window = NightWindow(endingOn: day, in: Self.berlin)
        #expect(window.interval.upperBound.seconds(since: window.interval.lowerBound) == Double(hours) * 3600)
        // Eight hours of sleep from 23:00 on the wall, whatever the clock does.
        let bed = Self.berlin.start(of: day).advanced(bySeconds: -3600)
        let epochs = try counts(from: window.interval, asleep: bed..<bed.advanced(bySeconds: 8 * 3600))
        let angles = angles(from: window.interval, asleep: bed..<bed.advanced(bySeconds: 8 * 3600))
        for nights in [
            try NightAnalysis.nights(counts: epochs, zone: Self.berlin),
            try NightAnalysis.nights(angleZ: angles, zone: Self.berlin),
        ] {
            let night = try #require(nights.first)
            #expect(nights.count == 1 && night.date == day)
            #expect(night.states.count * night.epochSeconds == hours * 3600)
            #expect(night.epoch(at: night.states.count - 1).upperBound == window.interval.upperBound)
            let period = try #require(night.sleepPeriod)
            #expect(abs(period.lowerBound.seconds(since: bed)) <= 600)
            #expect(abs(period.upperBound.seconds(since: bed) - 8 * 3600) <= 900)
        }
    }

    @Test("tells latency and time in bed from a lights-out mark and lowers their confidence")
    func lightsOut() throws {
        let window = NightWindow(endingOn: try #require(CivilDate("2024-02-02")), in: .utc).interval
        let bed = window.lowerBound.advanced(bySeconds: 11 * 3600)
        let asleep = bed..<bed.advanced(bySeconds: 8 * 3600)
        let marks = [bed.advanced(bySeconds: -1200), bed.advanced(bySeconds: -9 * 3600)]
        let night = try #require(
            try NightAnalysis.nights(angleZ: angles(from: window, asleep: asleep), zone: .utc, lightsOut: marks).first)
        let latency = night.measures.sleepOnsetLatency
        #expect(abs((latency.value ?? 0) - 20) < 5)
        #expect((latency.confidence ?? 1) < (night.measures.totalSleepTime.confidence ?? 0))
        #expect(abs((night.measures.timeInBed.value ?? 0) - 500) < 10)
        #expect((night.measures.sleepEfficiency.value ?? 100) < 97)
        #expect(night.measures.sleepEfficiency.method.parameters["per_time_in_bed"] == 1)
    }

    @Test("gives no night for nothing, and a reason for next to nothing, a hole and a recorder in a drawer")
    func nothing() throws {
        let window = NightWindow(endingOn: try #require(CivilDate("2024-02-02")), in: .utc).interval
        #expect(try NightAnalysis.nights(angleZ: [], zone: .utc).isEmpty)
        let empty = try #require(CountEpochs(axes: ["axis1"], epochSeconds: 60))
        #expect(try NightAnalysis.nights(counts: empty, zone: .utc).isEmpty)

        let motion = Epoch.Motion(samples: 500, enmo: 0.001, mad: 0.003, angleZ: 12)
        let one = Epoch(start: window.lowerBound, seconds: 5, motion: motion)
        let holes = (0..<17_280).map { Epoch(start: window.lowerBound.advanced(bySeconds: Double($0) * 5), seconds: 5) }
        let drawer = holes.map { Epoch(start: $0.start, seconds: 5, motion: motion) }
        for epochs in [[one], holes, drawer] {
            let nights = try NightAnalysis.nights(angleZ: epochs, zone: .utc)
            let night = try #require(nights.first)
            #expect(nights.count == 1 && night.sleepPeriod == nil && night.sleepPeriodReason?.isEmpty == false)
            #expect(night.measures.named.allSatisfy { $0.estimate.value == nil && $0.estimate.reason != nil })
        }
        #expect(try NightAnalysis.nights(angleZ: drawer, zone: .utc)[0].sleepPeriodReason?.contains("worn") == true)
        var zeros = empty
        for minute in 0..<1440 {
            zeros.append(start: window.lowerBound.advanced(bySeconds: Double(minute) * 60), count: 0)
        }
        #expect(try NightAnalysis.nights(counts: zeros, zone: .utc)[0].sleepPeriodReason?.contains("worn") == true)
    }

    @Test("marks a hole in the night as unknown and trusts the night less")
    func hole() throws {
        let window = NightWindow(endingOn: try #require(CivilDate("2024-02-02")), in: .utc).interval
        let bed = window.lowerBound.advanced(bySeconds: 11 * 3600)
        let whole = angles(from: window, asleep: bed..<bed.advanced(bySeconds: 8 * 3600))
        let hole = bed.advanced(bySeconds: 3 * 3600)..<bed.advanced(bySeconds: 3.5 * 3600)
        let loss = Loss(.gap, count: 1800, unit: .seconds, first: hole.lowerBound, end: hole.upperBound)
        let before = try #require(try NightAnalysis.nights(angleZ: whole, zone: .utc).first)
        let night = try #require(
            try NightAnalysis.nights(
                angleZ: whole.filter { !hole.contains($0.start) }.shuffled(), zone: .utc, losses: [loss]
            ).first)
        #expect(night.states.count { $0 == .unknown } == 360 && night.losses == [loss])
        #expect(night.sleepPeriod == before.sleepPeriod)
        #expect(night.confidence.completeness < before.confidence.completeness)
        #expect((night.measures.totalSleepTime.value ?? 0) < (before.measures.totalSleepTime.value ?? 0) - 29)
    }

    @Test("refuses epochs for which no rule is published, and survives wild stamps")
    func hostile() throws {
        let long = try #require(CountEpochs(axes: ["zcm"], epochSeconds: 120))
        #expect(throws: Failure.self) { try NightAnalysis.nights(counts: long, zone: .utc) }
        let other = Epoch(start: Instant(nanoseconds: 0), seconds: 60)
        #expect(throws: Failure.self) { try NightAnalysis.nights(angleZ: [other], zone: .utc) }
        #expect(
            CountEpochs(axes: ["pim"], epochSeconds: 60) == nil && CountEpochs(axes: ["zcm"], epochSeconds: 0) == nil)
        var wild = try #require(CountEpochs(axes: ["axis1"], epochSeconds: 10))
        let stamps: [Int64] = [.min, .max, 0, 1, -4_000_000_000_000_000_000, 4_000_000_000_000_000_000]
        for stamp in stamps { wild.append(start: Instant(nanoseconds: stamp), count: .infinity) }
        for day in 0..<5000 { wild.append(start: Instant(nanoseconds: Int64(day) * 90_000_000_000_000), count: 1) }
        _ = try NightAnalysis.nights(counts: wild, zone: Self.berlin)
        let epochs = stamps.map { Epoch(start: Instant(nanoseconds: $0), seconds: 5) }
        _ = try NightAnalysis.nights(angleZ: epochs, zone: Self.berlin)
    }

    @Test("stops when it is cancelled")
    func cancel() async throws {
        let window = NightWindow(endingOn: try #require(CivilDate("2024-02-02")), in: .utc).interval
        let epochs = angles(from: window, asleep: window)
        let task = Task {
            withUnsafeCurrentTask { $0?.cancel() }
            _ = try NightAnalysis.nights(angleZ: epochs, zone: .utc)
        }
        await #expect(throws: CancellationError.self) { try await task.value }
    }

    /// Minutes of an ActiGraph that is all movement but for `asleep`.
    private func counts(from window: Range<Instant>, asleep: Range<Instant>) throws -> CountEpochs {
        var epochs = try #require(CountEpochs(axes: ["axis1"], epochSeconds: 60))
        var start = window.lowerBound
        var minute = 0
        while start < window.upperBound {
            let isTurning = minute % 47 == 0
            epochs.append(
                start: start, count: asleep.contains(start) ? isTurning ? 60 : 0 : Double(400 + minute * 37 % 900))
            start = start.advanced(bySeconds: 60)
            minute += 1
        }
        return epochs
    }

    /// An arm that moves all the time but in `asleep`, where it turns every 20 minutes.
    func angles(from window: Range<Instant>, asleep: Range<Instant>) -> [Epoch] {
        let count = Int(window.upperBound.seconds(since: window.lowerBound) / 5)
        return (0..<count).map { index in
            let start = window.lowerBound.advanced(bySeconds: Double(index) * 5)
            let moving = Double((index &* 7919) % 121) - 60
            let still = Double(index / 240 % 5) * 20 - 40 + Double(index % 7) * 0.03
            let isStill = asleep.contains(start) && index % 240 > 1
            let motion = Epoch.Motion(
                samples: 500, enmo: isStill ? 0.002 : 0.05, mad: isStill ? 0.004 : 0.04,
                angleZ: asleep.contains(start) ? still : moving)
            return Epoch(start: start, seconds: 5, motion: motion)
        }
    }

    /// `dd.mm.yyyy HH:MM` of the diary as if the wall were in UTC.
    private func instant(_ text: String) throws -> Instant {
        let parts = text.split { ". :".contains($0) }.compactMap { Int($0) }
        try #require(parts.count == 5)
        let date = CivilDate(year: parts[2], month: parts[1], day: parts[0])
        return Zone.utc.instant(of: try #require(CivilTime(date, hour: parts[3], minute: parts[4])))
    }
}
