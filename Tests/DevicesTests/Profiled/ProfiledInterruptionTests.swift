import Bluetooth
import Signals
import TestKit
import Testing

@testable import Devices

private let data = ScriptedH10.data

@Suite(.timeLimit(.minutes(2)))
struct ProfiledInterruptionTests {
    @Test func `a link lost in mid-night is made again and the hole has its cause`() async throws {
        let strap = try ScriptedStrap()
        let task = strap.start()
        var link = await strap.ready()
        strap.stream(link, 0..<20)
        let last = try #require(strap.acceleration().last?.times.instant(at: 24))
        // The time passes while there is no link: a link that is up for a minute without a value would count as silent.
        strap.central.refuse(Failure(.failed, "Nothing is heard."))
        link.cut("The device went out of reach.")
        await strap.until { strap.stages().count { $0 == .interrupted } == 2 }
        strap.clock.advance(bySeconds: 59.5)
        await strap.until {
            if strap.central.links.count < 2 { strap.clock.advance(bySeconds: 0.01) }
            return strap.central.links.count == 2
        }
        link = await strap.ready(1)
        // What it has sent already comes once more.
        link.send(ScriptedH10.frame(19), from: data)
        strap.stream(link, 140..<150)
        let batches = strap.acceleration()
        #expect(batches.count == 30)
        let gaps = strap.outlet.losses.filter { $0.cause == .disconnected }
        #expect(gaps.count == 1 && gaps.first?.first == last)
        #expect(gaps.first?.end == batches[20].times.instant(at: 0))
        #expect(gaps.first?.detail == "The device went out of reach.")
        #expect(strap.outlet.losses.count { $0.cause == .duplicate } == 1)
        #expect(strap.outlet.losses.count == 2)
        var times = Set<Int64>()
        for batch in batches {
            for index in 0..<batch.count { #expect(times.insert(batch.times.instant(at: index).nanoseconds).inserted) }
        }
        #expect(strap.stages().contains(.interrupted) && strap.stages().last == .resumed)
        #expect(Set(link.subscriptions).count == 4 && link.writes.contains { $0.1.first == 2 })
        task.cancel()
        _ = await task.result
    }

    @Test func `values of a link that was replaced are not taken`() async throws {
        let strap = try ScriptedStrap()
        let task = strap.start()
        let old = await strap.ready()
        old.cut()
        // Nothing had come: the next try waits a little.
        await strap.until { strap.clock.waiting > 0 && strap.stages().contains(.interrupted) }
        strap.clock.advance(bySeconds: 1)
        let new = await strap.ready(1)
        old.send(ScriptedH10.frame(1), from: data)
        #expect(strap.acceleration().isEmpty)
        new.send(ScriptedH10.frame(1), from: data)
        #expect(strap.acceleration().count == 1)
        task.cancel()
        _ = await task.result
    }

    @Test func `a link that says nothing is made again`() async throws {
        let strap = try ScriptedStrap()
        let task = strap.start()
        let link = await strap.ready()
        strap.stream(link, 0..<4)
        let last = try #require(strap.acceleration().last?.times.instant(at: 24))
        for _ in 0..<20 {
            await strap.until { strap.clock.waiting > 0 || !link.isUp }
            strap.clock.advance(bySeconds: 1)
        }
        let next = await strap.ready(1)
        #expect(!link.isUp)
        #expect(strap.outlet.links.contains("silent"))
        strap.stream(next, 60..<62)
        let silent = strap.outlet.losses.filter { $0.cause == .silent }
        #expect(silent.count == 1 && silent.first?.first == last)
        #expect(silent.first?.end == strap.acceleration()[4].times.instant(at: 0))
        task.cancel()
        _ = await task.result
    }

    @Test func `a link that carries too little for all that is wanted is told and tried again`() async throws {
        var choices = DeviceChoices()
        choices.channels = [.acceleration]
        let strap = try ScriptedStrap(choices: choices)
        strap.central.limit(23)
        let task = strap.start()
        await strap.until { strap.stages().contains(.interrupted) }
        let reasons = strap.outlet.events.compactMap { event -> String? in
            if case .stage(.interrupted, let reason, _) = event { reason } else { nil }
        }
        #expect(reasons.first?.contains("takes only 23 bytes") == true)
        strap.central.limit(247)
        await strap.until { strap.clock.waiting > 0 }
        strap.clock.advance(bySeconds: 1)
        let link = await strap.ready()
        #expect(link.transmissionUnit == 23)
        strap.stream(await strap.central.link(1), 0..<2)
        #expect(strap.acceleration().count == 2 && strap.outlet.losses.isEmpty)
        task.cancel()
        _ = await task.result
    }

    @Test(arguments: [3600.0, -3600])
    func `a clock that is set ends no link, and keeps none that says nothing`(_ step: Double) async throws {
        let strap = try ScriptedStrap()
        let task = strap.start()
        let link = await strap.ready()
        strap.stream(link, 0..<4)
        await strap.until { strap.clock.waiting > 0 }
        strap.clock.set(to: strap.clock.now.advanced(bySeconds: step))
        func pass(_ seconds: Int) async {
            for _ in 0..<seconds {
                await strap.until { strap.clock.waiting > 0 || !link.isUp }
                strap.clock.advance(bySeconds: 1)
                try? await Task.sleep(for: .milliseconds(2))
            }
        }
        await pass(3)
        #expect(link.isUp && !strap.outlet.links.contains("silent"))
        await pass(20)
        for _ in 0..<2000 where link.isUp { try? await Task.sleep(for: .milliseconds(1)) }
        #expect(!link.isUp && strap.outlet.links.contains("silent"))
        task.cancel()
        _ = await task.result
    }

    @Test func `handles that change are looked up anew`() async throws {
        let strap = try ScriptedStrap()
        let task = strap.start()
        let link = await strap.ready()
        strap.stream(link, 0..<4)
        strap.central.offer(ScriptedH10.database(from: 101))
        link.changeServices()
        let next = await strap.ready(1)
        next.send(ScriptedH10.frame(4), handle: 25)
        #expect(strap.acceleration().count == 4)
        strap.stream(next, 5..<8)
        #expect(strap.acceleration().count == 7)
        task.cancel()
        _ = await task.result
    }

    @Test func `a radio that is not there is told and waited for with growing patience`() async throws {
        let strap = try ScriptedStrap()
        for _ in 0..<3 { strap.central.refuse(Failure(.failed, "There is no Bluetooth adapter. Plug one in.")) }
        let task = strap.start()
        for wait in [1.0, 2, 5] {
            await strap.until { strap.clock.waiting > 0 }
            strap.clock.advance(bySeconds: wait - 0.1)
            #expect(strap.central.links.isEmpty)
            strap.clock.advance(bySeconds: 0.1)
        }
        _ = await strap.ready()
        #expect(strap.stages().count { $0 == .interrupted } == 3)
        task.cancel()
        _ = await task.result
    }
}
