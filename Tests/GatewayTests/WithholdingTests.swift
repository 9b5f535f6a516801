import Analysis
import Devices
import Signals
import Store
import TestKit
import Testing

@testable import Gateway

@Suite("What a wearer refuses")
struct WithholdingTests {
    private let noon = Bench.noon
    private let heart: Set<Channel> = [.heartRate, .rrInterval]

    /// A bench whose wearer has had a load for two minutes, and moves.
    private func worn() throws -> Bench {
        let bench = try Bench()
        bench.pipeline.deliver(.link(.streaming), at: noon)
        try wear(bench, -120...0)
        #expect(bench.seen.loads.last?.load != nil && bench.pipeline.history.motion.count > 100)
        return bench
    }

    private func wear(_ bench: Bench, _ seconds: ClosedRange<Int>) throws {
        for second in seconds {
            bench.pipeline.deliver(try bench.motion(noon + (second - 1)))
            // Not a metronome: of equal intervals there is no variability.
            let rr = 1000 + Double(abs(second) * 7919 % 61)
            bench.pipeline.deliver(bench.beats([noon + second], rr: rr))
            bench.pipeline.tick(at: noon + second)
        }
    }

    private func rows(_ bench: Bench) async throws -> Int {
        try await bench.store.flush()
        return try bench.store.readings(of: bench.device.id, from: noon + -600, to: noon + 600).count
    }

    @Test("is told no more from that moment on: no load, no state, no row, and each surface says that it is refused")
    func heartRefused() async throws {
        let bench = try worn()
        let (before, kept) = (bench.seen.events.count, try await rows(bench))
        bench.pipeline.withhold(heart)
        // Late readers find nothing of before.
        let history = bench.pipeline.history
        #expect(history.rates.isEmpty && history.beats.isEmpty && history.loads.allSatisfy(\.isRefused))
        #expect(bench.pipeline.heart == nil && bench.pipeline.load?.isRefused == true)
        try wear(bench, 1...240)
        bench.pipeline.finish()
        let events = bench.seen.events.dropFirst(before)
        var loads: [LoadReading] = []
        for event in events {
            switch event {
            case .heart: Issue.record("a heart was told")
            case .load(_, let reading): loads.append(reading)
            default: break
            }
        }
        #expect(loads.count > 20 && loads.allSatisfy { $0.isRefused && $0.load == nil && $0.state == nil })
        #expect(
            loads.allSatisfy {
                $0.heartRate.value == nil && $0.sdnn.value == nil && $0.reasons == [LoadReading.refusal]
            })
        #expect(try await rows(bench) == kept)
        // Movement goes on.
        #expect(bench.pipeline.history.motion.count > 300 && loads.last?.motion != nil)
    }

    @Test("is first taken back and then said to be refused, in the very call")
    func order() throws {
        let bench = try worn()
        let before = bench.seen.events.count
        bench.pipeline.withhold(heart)
        let told = bench.seen.events.dropFirst(before).filter {
            switch $0 {
            case .withdrawn, .load, .heart: true
            default: false
            }
        }
        guard case .withdrawn(let device, let channels, nil)? = told.first, case .load(_, let reading)? = told.last
        else {
            Issue.record("\(told)")
            return
        }
        #expect(device == bench.device.id && channels == heart && reading.isRefused && told.count == 2)
    }

    @Test("comes back when it is allowed again, from nothing")
    func allowedAgain() throws {
        let bench = try worn()
        bench.pipeline.withhold(heart)
        try wear(bench, 1...10)
        bench.pipeline.withhold([])
        let before = bench.seen.loads.count
        try wear(bench, 11...100)
        #expect(bench.pipeline.heart?.heartRate.value != nil)
        let loads = bench.seen.loads.dropFirst(before)
        #expect(loads.last?.load != nil && !loads.contains(where: \.isRefused))
        #expect(bench.pipeline.history.beats.allSatisfy { $0.time > noon + 10 })
    }

    @Test("leaves no second of movement, and no level of it in a load")
    func movement() throws {
        let bench = try worn()
        #expect(bench.pipeline.load?.motion != nil)
        let (motion, loads) = (bench.seen.motion.count, bench.seen.loads.count)
        // A second that waits in the ring when it is refused.
        bench.pipeline.deliver(try bench.motion(noon))
        bench.pipeline.withhold([.acceleration])
        #expect(bench.pipeline.history.motion.isEmpty && bench.pipeline.load?.motion == nil)
        #expect(bench.pipeline.history.loads.allSatisfy { $0.motion == nil })
        try wear(bench, 1...60)
        bench.pipeline.finish()
        #expect(bench.seen.motion.count == motion)
        let told = bench.seen.loads.dropFirst(loads)
        #expect(told.count > 4 && told.allSatisfy { $0.motion == nil && $0.reasons.contains("movement is refused") })
        #expect(told.last?.load != nil)
    }

    @Test("is also a charge and a contact that were told")
    func facts() throws {
        let bench = try Bench()
        bench.pipeline.deliver(.contact(true), at: noon)
        bench.pipeline.deliver(.battery(percent: 80), at: noon)
        #expect(bench.pipeline.status.contact == true && bench.pipeline.status.batteryPercent == 80)
        bench.pipeline.withhold([.contact, .batteryLevel])
        #expect(bench.pipeline.status.contact == nil && bench.pipeline.status.batteryPercent == nil)
        bench.pipeline.deliver(.contact(false), at: noon + 1)
        bench.pipeline.deliver(.battery(percent: 79), at: noon + 1)
        #expect(bench.pipeline.status.contact == nil && bench.pipeline.status.batteryPercent == nil)
    }

    @Test("holds for a charge and a contact that are told when the device was forgotten, until its link is down")
    func forgotten() throws {
        let bench = try Bench()
        bench.pipeline.close()
        bench.pipeline.deliver(.contact(true), at: noon)
        bench.pipeline.deliver(.battery(percent: 80), at: noon)
        #expect(bench.pipeline.status.contact == nil && bench.pipeline.status.batteryPercent == nil)
    }

    @Test("is no more than what the wearer before said: somebody else begins from nothing")
    func anotherWearer() throws {
        let bench = try worn()
        bench.pipeline.change(wearer: Person.ID(rawValue: 1), baseline: nil)
        try wear(bench, 1...119)
        // A beat that is long: its label waits for the next ones.
        bench.pipeline.deliver(bench.beats([noon + 120], rr: 2000))
        bench.pipeline.deliver(try bench.motion(noon + 119))
        let before = bench.seen.events.count
        bench.pipeline.change(wearer: Person.ID(rawValue: 2), baseline: nil)
        #expect(bench.pipeline.heart == nil && bench.pipeline.load == nil)
        #expect(bench.pipeline.history.beats.isEmpty && bench.pipeline.history.motion.isEmpty)
        // Neither a second nor a label that was on its way.
        bench.pipeline.tick(at: noon + 125)
        for event in bench.seen.events.dropFirst(before) {
            switch event {
            case .motion, .relabelled, .heart: Issue.record("the one before is told to the next: \(event)")
            default: break
            }
        }
        // Fewer beats than a window needs: nothing of the minute before is in it.
        try wear(bench, 121...130)
        #expect(bench.pipeline.heart?.sdnn.value == nil)
        let told = bench.seen.events.dropFirst(before)
        guard
            case .withdrawn(_, _, Person.ID(rawValue: 1))? = told.first(where: {
                if case .withdrawn = $0 { true } else { false }
            })
        else {
            Issue.record("what was the first one's was not taken back")
            return
        }
        for case .load(_, let reading) in told { #expect(reading.load == nil && !reading.isStale) }
    }

    @Test("is the same fault where an owner switches a stream off: it is taken back, and said to be switched off")
    func switchedOff() async throws {
        let (strap, id) = (ScriptedDevice("1"), "bluetooth-F1:00:00:00:00:01")
        let fixture = try await GatewayFixture(adopting: strap, as: id)
        fixture.pass(70, beating: [strap])
        let old = try #require(fixture.gateway.pipelines.first)
        #expect(old.heart != nil && old.status.switchedOff.isEmpty)
        let before = fixture.seen.events.count
        var change = DeviceAdoption()
        change.streams = [.acceleration]
        try await fixture.gateway.devices.change(id, change)
        #expect(old.heart == nil && old.history.beats.isEmpty && old.history.rates.isEmpty)
        let told = fixture.seen.events.dropFirst(before)
        #expect(told.contains { if case .withdrawn(strap.device.id, _, _) = $0 { true } else { false } })
        await eventually("the new session runs") { strap.runs == 2 }
        let new = try #require(fixture.gateway.pipelines.first)
        #expect(new !== old && new.status.switchedOff == [.heartRate, .rrInterval])
        for _ in 1...20 {
            try strap.move(at: fixture.clock.now + 1)
            fixture.pass(1)
        }
        #expect(new.load?.reasons == [LoadReading.switchedOff] && new.load?.isRefused == true)
        await fixture.stop()
    }

    @Test("holds for devices that are worn, as soon as somebody says who wears them")
    func settles() async throws {
        let fixture = try GatewayFixture([:], sources: [Simulated(seed: 3)])
        let gateway = fixture.gateway
        let pipeline = try #require(gateway.pipelines.first)
        let ada = try await gateway.wearerRegistry.add("Ada")
        try await gateway.wearerRegistry.wear(pipeline.device.id, person: ada.id, since: fixture.clock.now)
        #expect(pipeline.wearer == ada.id)
        try await gateway.devices.refuse(true, .heartRate, of: ada.id)
        #expect(pipeline.status.refused.isSuperset(of: [.heartRate]))
        let entry = try gateway.devices.entry(pipeline.device.id.rawValue)
        let refused = entry.streams.filter(\.isRefused).map(\.channel)
        #expect(refused.contains(.heartRate) && !refused.contains(.acceleration))
        await fixture.stop()
    }
}
