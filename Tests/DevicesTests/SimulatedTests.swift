import Devices
import Recordings
import Runtime
import Signals
import TestKit
import Testing

@Suite("Simulated wearer")
struct SimulatedTests {
    static let zone = Zone(
        name: "Europe/Berlin", firstOffset: 3600,
        transitions: [1_711_846_800, 1_729_990_800, 1_743_296_400], offsets: [7200, 3600, 7200])
    static func date(_ text: String) throws -> CivilDate { try #require(CivilDate(text)) }

    private func generate(_ interval: Range<Instant>, _ settings: SimulatedWearer.Settings) -> CollectingOutlet {
        let outlet = CollectingOutlet()
        SimulatedWearer.generate(interval, settings: settings, into: outlet)
        return outlet
    }

    @Test("is labelled synthetic in origin, maker and model") func label() {
        let device = Simulated(seed: 4).device
        #expect(device.isSynthetic)
        #expect(device.identity.model == "Synthetic wearer")
        #expect(device.id.rawValue == "nightjar-synthetic-4")
        #expect(device.channels.map(\.channel) == [.acceleration, .heartRate, .rrInterval])
    }

    @Test("gives the same bits for the same seed, and others for another") func determinism() throws {
        let start = Self.zone.instant(of: try #require(CivilTime(Self.date("2024-06-04"), hour: 16, minute: 0)))
        let hour = start..<start.advanced(bySeconds: 3600)
        let settings = SimulatedWearer.Settings(seed: 11, zone: Self.zone)
        let (a, b) = (generate(hour, settings), generate(hour, settings))
        #expect(a.batches == b.batches && a.beats == b.beats && a.losses == b.losses)
        var other = settings
        other.seed = 12
        #expect(generate(hour, other).beats != a.beats)
    }

    @Test("gives the same samples whenever one begins to listen") func anyStart() throws {
        let start = Self.zone.instant(of: try #require(CivilTime(Self.date("2024-06-04"), hour: 15, minute: 0)))
        let settings = SimulatedWearer.Settings(seed: 3, zone: Self.zone)
        let end = start.advanced(bySeconds: 2400)
        let whole = generate(start..<end, settings)
        let late = start.advanced(bySeconds: 1200)
        let part = generate(late..<end, settings)
        #expect(
            part.batches.filter { $0.channel == .acceleration }
                .elementsEqual(whole.batches.filter { $0.channel == .acceleration && $0.times.instant(at: 0) >= late }))
        // Beats settle into their place at first.
        let rest = whole.beats.filter { $0.time > late.advanced(bySeconds: 120) }.map(\.rr)
        #expect(part.beats.map(\.rr).suffix(rest.count).elementsEqual(rest))
    }

    @Test("sleeps an hour less in the night when the clocks go forward and one more when they go back")
    func clockChange() throws {
        func night(_ text: String) throws -> Range<Instant> {
            try #require(WearerPlan.day(Self.date(text), zone: Self.zone, seed: 1).night)
        }
        func plan(_ text: String) throws -> WearerPlan { WearerPlan.day(try Self.date(text), zone: Self.zone, seed: 1) }
        for (text, hours) in [("2024-03-31", 23.0), ("2024-10-27", 25.0), ("2024-06-04", 24.0)] {
            let plan = try plan(text)
            let (start, end) = (try #require(plan.start), try #require(plan.end))
            #expect(end.seconds(since: start) == hours * 3600)
            #expect(Self.zone.civilTime(at: end).secondOfDay == 43_200)
            let rise = Self.zone.civilTime(at: try night(text).upperBound).secondOfDay
            #expect((22_000...28_000).contains(rise), "gets up by the clock on the wall")
        }
    }

    @Test("lays out every day without holes, with one night of sleep in it", arguments: 0..<40)
    func plans(offset: Int) throws {
        let date = try Self.date("2024-03-10").adding(days: offset)
        for seed: UInt64 in [1, 2] {
            let plan = WearerPlan.day(date, zone: Self.zone, seed: seed)
            #expect(zip(plan.segments, plan.segments.dropFirst()).allSatisfy { $0.end == $1.start })
            #expect(plan.segments.allSatisfy { $0.start < $0.end })
            #expect(plan.start == Self.zone.noon(of: date.adding(days: -1)))
            #expect(plan.end == Self.zone.noon(of: date))
            let night = try #require(plan.night)
            #expect((4 * 3600...9.5 * 3600).contains(plan.secondsAsleep(in: night)))
            #expect(
                plan.segments.contains { $0.activity == .load } && plan.segments.contains { $0.activity == .nonWear })
        }
    }

    @Test("moves like a wrist: gravity of one at rest, the noise of a sensor, more when it walks") func motion() throws
    {
        let date = try Self.date("2024-06-04")
        let settings = SimulatedWearer.Settings(seed: 5, zone: Self.zone, hertz: 4)
        let plan = WearerPlan.day(date, zone: Self.zone, seed: 5)
        let outlet = generate(SimulatedWearer.night(date, zone: Self.zone), settings)
        var enmo: [WearerActivity: (sum: Double, count: Int)] = [:]
        for batch in outlet.batches where batch.channel == .acceleration {
            #expect(batch.count == 4)
            let activity = try #require(plan.segment(at: batch.times.instant(at: 0))).activity
            for index in 0..<batch.count {
                let sample = SIMD3(batch.values[3 * index], batch.values[3 * index + 1], batch.values[3 * index + 2])
                let norm = Double((sample * sample).sum().squareRoot())
                enmo[activity, default: (0, 0)].sum += abs(norm - 1)
                enmo[activity, default: (0, 0)].count += 1
            }
        }
        func mean(_ activity: WearerActivity) throws -> Double {
            let entry = try #require(enmo[activity])
            return entry.sum / Double(entry.count)
        }
        #expect((0.001..<0.004).contains(try mean(.nonWear)))
        #expect((0.002..<0.005).contains(try mean(.deepSleep)))
        #expect((0.003..<0.02).contains(try mean(.load)))
        #expect(try mean(.chores) > 0.03)
        #expect(try mean(.walking) > 0.1)
    }

    @Test("has a heart of a healthy adult: slow in sleep, fast in exercise, and less variable under load")
    func heart() throws {
        let date = try Self.date("2024-06-04")
        func first(_ beats: [Beat], _ instant: Instant) -> Int {
            var (low, high) = (0, beats.count)
            while low < high {
                let middle = (low + high) / 2
                if beats[middle].time < instant { low = middle + 1 } else { high = middle }
            }
            return low
        }
        var rates: [WearerActivity: [Double]] = [:]
        var rmssd: [WearerActivity: [Double]] = [:]
        for seed: UInt64 in 1...2 {
            let settings = SimulatedWearer.Settings(seed: seed, zone: Self.zone)
            let plan = WearerPlan.day(date, zone: Self.zone, seed: seed)
            let beats = SimulatedWearer.trueBeats(in: SimulatedWearer.night(date, zone: Self.zone), settings: settings)
            #expect(beats.isMonotonic)
            #expect(beats.allSatisfy { (300...2000).contains($0.rr) })
            for segment in plan.segments where segment.end.seconds(since: segment.start) > 240 {
                let settled = segment.start.advanced(bySeconds: 120)
                let inside = beats[first(beats, settled)..<first(beats, segment.end)].map(\.rr)
                guard inside.count > 60 else { continue }
                rates[segment.activity, default: []].append(60_000 * Double(inside.count) / inside.reduce(0, +))
                let squares = zip(inside, inside.dropFirst()).map { ($1 - $0) * ($1 - $0) }
                rmssd[segment.activity, default: []].append((squares.reduce(0, +) / Double(squares.count)).squareRoot())
            }
        }
        func mean(_ values: [Double]?) throws -> Double {
            let values = try #require(values)
            return values.reduce(0, +) / Double(values.count)
        }
        #expect((45...60).contains(try mean(rates[.deepSleep])))
        #expect((58...74).contains(try mean(rates[.quiet])))
        #expect(try mean(rates[.load]) > mean(rates[.quiet]) + 8)
        #expect((20...60).contains(try mean(rmssd[.quiet])))
        #expect(try mean(rmssd[.load]) < mean(rmssd[.quiet]) * 0.6)
        #expect(try mean(rmssd[.remSleep]) < mean(rmssd[.deepSleep]))
    }

    @Test("accounts for every beat: delivered, or in a loss with its cause") func accounting() throws {
        let date = try Self.date("2024-06-04")
        let settings = SimulatedWearer.Settings(seed: 2, zone: Self.zone, hertz: 1)
        let interval = SimulatedWearer.night(date, zone: Self.zone)
        let plan = WearerPlan.day(date, zone: Self.zone, seed: 2)
        let outlet = generate(interval, settings)
        let truth = SimulatedWearer.trueBeats(in: interval, settings: settings)
        let gone = plan.linkGaps.reduce(0) { $0 + $1.upperBound.seconds(since: $1.lowerBound) }
        let off = plan.segments.filter { $0.activity == .nonWear }.reduce(0) { $0 + $1.end.seconds(since: $1.start) }
        func told(_ cause: Loss.Cause) -> Double {
            outlet.losses.filter { $0.cause == cause }.reduce(0) { $0 + $1.count }
        }
        #expect(gone > 0 && off > 0)
        #expect(
            told(.disconnected) == gone.rounded(.down) || abs(told(.disconnected) - gone) <= Double(plan.linkGaps.count)
        )
        #expect(abs(told(.noContact) - off) < 5)
        // Artefacts merge or split a few; everything else arrives.
        let expected = truth.filter { beat in
            !plan.linkGaps.contains { $0.contains(beat.time) } && plan.segment(at: beat.time)?.activity.isWorn == true
        }
        #expect(abs(outlet.beats.count - expected.count) < expected.count / 100)
        #expect(outlet.beats.isMonotonic)
        #expect(outlet.events.contains(.contact(false)) && outlet.events.contains(.contact(true)))
        #expect(outlet.links.contains("gone") && outlet.links.contains("connecting"))
        let known = Set(truth.map { ($0.rr * 1.024).rounded() })
        #expect(outlet.beats.filter { known.contains(($0.rr * 1.024).rounded()) }.count > outlet.beats.count * 97 / 100)
    }

    @Test("lives on for days, across noon, at any whole rate", arguments: [25.0, 32, 50, 100])
    func acrossNoon(hertz: Double) throws {
        let noon = Self.zone.noon(of: try Self.date("2024-06-04"))
        let settings = SimulatedWearer.Settings(seed: 2, zone: Self.zone, hertz: hertz)
        let outlet = generate(noon.advanced(bySeconds: -30)..<noon.advanced(bySeconds: 30), settings)
        let motion = outlet.batches.filter { $0.channel == .acceleration }
        #expect(motion.reduce(0) { $0 + $1.count } == Int(hertz) * 60)
        let stamps = motion.flatMap { batch in (0..<batch.count).map { batch.times.instant(at: $0).nanoseconds } }
        let steps = Set(zip(stamps, stamps.dropFirst()).map { $1 - $0 })
        #expect(steps == [Int64(1e9 / hertz)])
    }

    @Test("starts live with quarter of an hour behind it and follows its clock") func live() async throws {
        let now = Instant(nanoseconds: 1_720_000_000_500_000_000)
        let clock = VirtualClock(start: now)
        let source = Simulated(seed: 1, clock: clock)
        let outlet = StoppingOutlet(after: 960)
        let task = Task { try await source.run(delivering: outlet) }
        outlet.whenDone { task.cancel() }
        _ = await task.result
        let seconds = outlet.collected.batches.filter { $0.channel == .acceleration }
        #expect(abs((seconds.first?.times.instant(at: 0).seconds(since: now) ?? 0) + 900.5) < 0.1)
        #expect(outlet.collected.links.first == "connecting")
        #expect(outlet.collected.beats.count > 800)
    }

    @Test("makes up no second past for a time that an earlier run has sent already", arguments: [100.0, 5.0, 5000.0])
    func resuming(gap: Double) async throws {
        let now = Instant(nanoseconds: 1_720_000_000_000_000_000)
        let clock = VirtualClock(start: now)
        let source = Simulated(seed: 1, clock: clock).resuming(after: now.advanced(bySeconds: -gap))
        let outlet = StoppingOutlet(after: 20)
        let task = Task { try await source.run(delivering: outlet) }
        outlet.whenDone { task.cancel() }
        _ = await task.result
        let first = try #require(outlet.collected.batches.first { $0.channel == .acceleration }).times.instant(at: 0)
        #expect(abs(first.seconds(since: now) + min(900, max(0, gap - 15))) < 0.1)
    }
}
