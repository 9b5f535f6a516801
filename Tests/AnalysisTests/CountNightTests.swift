import Signals
import TestKit
import Testing

@testable import Analysis

/// Nights of made wearers, whose sleep is known to the minute.
@Suite("Nights from counts")
struct CountNightTests {
    /// Somebody with an Actiwatch: moves while awake, turns now and then while asleep.
    struct Wearer {
        var zone = Zone.utc
        /// Noon of the first day.
        var start: Instant
        var minutes: Int
        /// Sleep, in minutes from the start.
        var asleep: [Range<Int>] = []
        /// Without the recorder: not a count.
        var off: [Range<Int>] = []
        /// Minutes between two movements in sleep.
        var turns = 11
        var seconds = 60

        init(days: Int, zone: Zone = .utc, date: String = "2024-02-02") throws {
            self.zone = zone
            start = NightWindow(endingOn: try #require(CivilDate(date)), in: zone).interval.lowerBound
            minutes = days * 1440
        }

        func count(_ minute: Int) -> Double {
            if off.contains(where: { $0.contains(minute) }) { return 0 }
            let chance = (minute &* 7919 &+ 13) % 97
            guard asleep.contains(where: { $0.contains(minute) }) else { return Double(60 + chance * 9) }
            return minute.isMultiple(of: turns) ? 30 : 0
        }

        func epochs(_ axis: String = "activity", from first: Int = 0, to end: Int? = nil) throws -> CountEpochs {
            var epochs = try #require(CountEpochs(axes: [axis], epochSeconds: seconds))
            let parts = 60 / seconds
            for minute in first..<(end ?? minutes) {
                for part in 0..<parts {
                    epochs.append(
                        start: start.advanced(bySeconds: Double(minute * 60 + part * seconds)),
                        count: part == 0 ? count(minute) : count(minute) > 30 ? count(minute) : 0)
                }
            }
            return epochs
        }

        func nights(_ axis: String = "activity", from first: Int = 0, to end: Int? = nil) throws -> [Night] {
            try NightAnalysis.nights(counts: epochs(axis, from: first, to: end), zone: zone)
        }

        /// A batch with a sample for each minute.
        func batch(_ channel: Channel, axes: Int, _ values: [Float]) -> SampleBatch {
            let stamps = (0..<(values.count / axes)).map { start.advanced(bySeconds: Double($0) * 60).nanoseconds }
            return SampleBatch(
                device: DeviceID(rawValue: "test"), channel: channel, unit: .one, axes: axes, values: values,
                times: .stamped(stamps),
                received: start)
        }

        /// How far the ends of a night are from those of a sleep, in minutes.
        func errors(_ night: Night, _ sleep: Range<Int>) throws -> [Double] {
            let period = try #require(night.sleepPeriod)
            return [
                period.lowerBound.seconds(since: start) / 60 - Double(sleep.lowerBound),
                period.upperBound.seconds(since: start) / 60 - Double(sleep.upperBound),
            ]
        }
    }

    @Test("begin and end where sleep does, by the minute and by the half minute", arguments: [60, 30])
    func plain(seconds: Int) throws {
        var wearer = try Wearer(days: 3)
        wearer.seconds = seconds
        wearer.asleep = [660..<1130, 2100..<2580, 3530..<3990]
        let nights = try wearer.nights()
        #expect(nights.count == 3 && nights.allSatisfy { $0.epochSeconds == seconds })
        for (night, sleep) in zip(nights, wearer.asleep) {
            #expect(try wearer.errors(night, sleep).allSatisfy { abs($0) <= 12 })
            #expect(night.periodMethod.name == "sleep-density" && night.naps.isEmpty)
            #expect(night.confidence.value > 0.7)
        }
    }

    @Test("are one over 25 minutes awake, two over two hours, and leave the late nap a nap")
    func split() throws {
        var wearer = try Wearer(days: 3)
        wearer.asleep = [
            660..<860, 885..<1130,  // 25 minutes awake
            2100..<2280, 2400..<2640,  // two hours awake
            3240..<3300, 3540..<4000,  // a nap from 18 to 19 o'clock
        ]
        let nights = try wearer.nights()
        #expect(nights.count == 3)
        #expect(try wearer.errors(nights[0], 660..<1130).allSatisfy { abs($0) <= 12 } && nights[0].naps.isEmpty)
        #expect(try wearer.errors(nights[1], 2400..<2640).allSatisfy { abs($0) <= 12 } && nights[1].naps.count == 1)
        #expect(try wearer.errors(nights[2], 3540..<4000).allSatisfy { abs($0) <= 12 } && nights[2].naps.count == 1)
    }

    @Test("are whole where somebody who works at night sleeps through noon, and not moved by one nap at noon")
    func shiftWork() throws {
        var wearer = try Wearer(days: 5)
        // From 8 to 15:30 each day.
        wearer.asleep = (0..<4).map { 1200 + $0 * 1440..<1650 + $0 * 1440 }
        let nights = try wearer.nights().filter { $0.sleepPeriod != nil }
        #expect(nights.count == 4)
        for (night, sleep) in zip(nights, wearer.asleep) {
            #expect(try wearer.errors(night, sleep).allSatisfy { abs($0) <= 12 })
        }
        var usual = try Wearer(days: 6)
        usual.asleep = (0..<6).map { 660 + $0 * 1440..<1130 + $0 * 1440 } + [1350..<1560]
        let found = try usual.nights()
        #expect(found.count == 6)
        for (night, sleep) in zip(found, usual.asleep) {
            #expect(try usual.errors(night, sleep).allSatisfy { abs($0) <= 12 })
        }
    }

    @Test("are told in part, with less confidence, where the recording begins or ends in them")
    func ends() throws {
        var wearer = try Wearer(days: 3)
        wearer.asleep = (0..<3).map { 660 + $0 * 1440..<1130 + $0 * 1440 }
        let nights = try wearer.nights(from: 840, to: 3840)
        #expect(nights.count == 3)
        #expect(try wearer.errors(nights[0], 840..<1130).allSatisfy { abs($0) <= 12 })
        #expect(try wearer.errors(nights[2], 3540..<3840).allSatisfy { abs($0) <= 12 })
        #expect(nights[0].confidence.value <= 0.3 && nights[2].confidence.value <= 0.3)
        #expect(nights[1].confidence.value > 0.7)
    }

    @Test("last as long as somebody slept when the clock changes", arguments: [("2024-03-31", 23), ("2024-10-27", 25)])
    func clockChange(date: String, hours: Int) throws {
        let berlin = Zone(
            name: "Europe/Berlin", firstOffset: 3600, transitions: [1_711_846_800, 1_729_990_800],
            offsets: [7200, 3600])
        var wearer = try Wearer(days: 1, zone: berlin, date: date)
        wearer.minutes = hours * 60
        wearer.asleep = [660..<1130]
        let night = try #require(try wearer.nights().first)
        #expect("\(night.date)" == date && night.states.count == hours * 60)
        #expect(try wearer.errors(night, 660..<1130).allSatisfy { abs($0) <= 12 })
        #expect(abs((night.measures.totalSleepTime.value ?? 0) - 470) <= 20)
    }

    @Test("take the recorder's own rest for time in bed, but a mark before it, and no rest of another time")
    func rest() throws {
        var wearer = try Wearer(days: 2)
        wearer.asleep = [660..<1130, 2100..<2580]
        var epochs = try wearer.epochs()
        #expect(try NightAnalysis.nights(counts: epochs, zone: .utc)[0].measures.sleepOnsetLatency.value == nil)
        epochs.readStates(axes: ["wake", "mobile", "interval"])
        // Rest from 22:40 on in the first night; in the second only from 3 o'clock on.
        let states = (0..<2880).map { Float((640..<1140).contains($0) || (2340..<2590).contains($0) ? 1 : 0) }
        epochs.receive(wearer.batch(.vendorState, axes: 3, states.flatMap { [0, 0, $0] }))
        let nights = try NightAnalysis.nights(counts: epochs, zone: .utc)
        let latency = nights[0].measures.sleepOnsetLatency
        #expect(abs((latency.value ?? 0) - 20) <= 5 && latency.method.parameters["recorder_rest"] == 1)
        #expect(abs((nights[0].measures.timeInBed.value ?? 0) - 490) <= 15)
        #expect(nights[1].measures.sleepOnsetLatency.value == nil)
        let mark = wearer.start.advanced(bySeconds: 630 * 60)
        let marked = try NightAnalysis.nights(counts: epochs, zone: .utc, lightsOut: [mark])[0].measures
            .sleepOnsetLatency
        #expect(abs((marked.value ?? 0) - 30) <= 5 && marked.method.parameters["recorder_rest"] == nil)
    }
}

/// Recorders that nobody wore, and people who hardly move.
extension CountNightTests {
    @Test(
        "are none of a recorder in a drawer, with a few bumps or without", arguments: ["activity", "axis1", "motion"])
    func drawer(axis: String) throws {
        for bumps in [[], [200, 201, 700, 1555, 2301], (1..<40).map { $0 * 95 }] {
            var epochs = try #require(CountEpochs(axes: [axis], epochSeconds: 60))
            let start = try Wearer(days: 1).start
            for minute in 0..<(4 * 1440) {
                epochs.append(
                    start: start.advanced(bySeconds: Double(minute) * 60), count: bumps.contains(minute) ? 40 : 0)
            }
            let nights = try NightAnalysis.nights(counts: epochs, zone: .utc)
            #expect(!nights.isEmpty && nights.allSatisfy { $0.sleepPeriod == nil }, "\(bumps.count)")
            #expect(nights.allSatisfy { $0.sleepPeriodReason?.contains("worn") == true })
        }
    }

    @Test("are none of days off the wrist between days of wear")
    func daysOff() throws {
        var wearer = try Wearer(days: 5)
        wearer.asleep = [660..<1130, 4980..<5460, 6420..<6900]
        wearer.off = [1300..<4500]
        let nights = try wearer.nights()
        #expect(
            nights.filter { $0.sleepPeriod != nil }.map { "\($0.date)" } == ["2024-02-02", "2024-02-05", "2024-02-06"])
    }

    @Test("do not begin with an evening on the table")
    func table() throws {
        var wearer = try Wearer(days: 1)
        wearer.asleep = [660..<1130]
        wearer.off = [460..<620]
        let night = try #require(try wearer.nights().first)
        #expect(try wearer.errors(night, 660..<1130).allSatisfy { abs($0) <= 12 })
        #expect(night.confidence.value < 0.5 && night.states[540] == .notWorn)
    }

    @Test(
        "are told of a still sleeper, with a confidence of at most 0.3",
        arguments: ["activity", "axis1", "motion", "zcm"])
    func stillSleeper(axis: String) throws {
        var wearer = try Wearer(days: 2)
        wearer.asleep = [660..<1130, 2100..<2580]
        wearer.turns = 60
        let nights = try wearer.nights(axis)
        #expect(nights.count == 2)
        for (night, sleep) in zip(nights, wearer.asleep) {
            #expect(try wearer.errors(night, sleep).allSatisfy { abs($0) <= 20 })
            #expect(night.confidence.value <= 0.3 && night.confidence.wear < 0.7 && night.wakeDoubt != nil)
        }
    }

    @Test("keep a weekend in bed worn")
    func weekendInBed() throws {
        var wearer = try Wearer(days: 4)
        wearer.asleep = [660..<1130, 2000..<4400, 4980..<5460]
        wearer.turns = 17
        let nights = try wearer.nights()
        #expect(nights.count == 4 && nights.allSatisfy { !$0.states.contains(.notWorn) && $0.confidence.wear == 1 })
        #expect(nights.allSatisfy { $0.sleepPeriod != nil })
    }

    @Test("believe a varying temperature that a still recorder was worn, and a flat one that it was not")
    func temperature() throws {
        var wearer = try Wearer(days: 1)
        wearer.asleep = [660..<1130]
        wearer.turns = 500
        func night(_ spread: Double) throws -> Night {
            var epochs = try wearer.epochs("axis1")
            epochs.receive(
                wearer.batch(.temperature, axes: 1, (0..<1440).map { Float(30 + spread * Double($0 % 60) / 60) }))
            return try #require(try NightAnalysis.nights(counts: epochs, zone: .utc).first)
        }
        let worn = try night(2)
        #expect(try wearer.errors(worn, 660..<1130).allSatisfy { abs($0) <= 20 } && !worn.states.contains(.notWorn))
        #expect(try night(0.05).states.contains(.notWorn))
    }
}

/// What the confidence of a night means.
extension CountNightTests {
    @Test("have a confidence that falls with what is missing, and is made of an expected error")
    func confidence() throws {
        var wearer = try Wearer(days: 1)
        wearer.asleep = [660..<1130]
        let all = try wearer.epochs()
        var last = 1.0
        for hole in [0, 10, 25, 50] {
            var epochs = try #require(CountEpochs(axes: ["activity"], epochSeconds: 60))
            for (start, count) in zip(all.starts, all.counts) {
                let minute = Int(Instant(nanoseconds: start).seconds(since: wearer.start) / 60)
                guard !(800..<(800 + hole)).contains(minute) else { continue }
                epochs.append(start: Instant(nanoseconds: start), count: count)
            }
            let confidence = try #require(try NightAnalysis.nights(counts: epochs, zone: .utc).first).confidence
            #expect(abs((confidence.expectedError ?? 0) - 90 * (1 - confidence.agreement) - Double(hole)) < 1e-9)
            #expect(confidence.value < last)
            last = confidence.value
        }
        #expect(last < 0.4)
        #expect(NightConfidence(completeness: 0.5, wear: 0.5, agreement: 0.8).value == 0.2)
        #expect(NightConfidence(completeness: 1, wear: 1, agreement: 1, expectedError: 0).value == 1)
    }

    @Test("lose none for a recording that begins before bed and ends after getting up")
    func wholeNight() throws {
        var wearer = try Wearer(days: 1)
        wearer.asleep = [660..<1130]
        #expect(try #require(try wearer.nights(from: 620, to: 1170).first).confidence.value > 0.7)
        #expect(try #require(try wearer.nights(from: 655, to: 1170).first).confidence.value <= 0.3)
    }
}
