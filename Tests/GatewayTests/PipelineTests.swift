import Analysis
import Devices
import Foundation
import Runtime
import Signals
import Store
import Synchronization
import Testing

@testable import Gateway

@Suite("The live way of one device")
struct PipelineTests {
    let noon = Bench.noon

    @Test("publishes each notification once, in order, with its beats")
    func hearts() throws {
        let bench = try Bench()
        for second in stride(from: 1, through: 120, by: 2) {
            bench.pipeline.deliver(bench.beats([noon + second, noon + (second + 1)]))
            bench.pipeline.tick(at: noon + (second + 1))
        }
        let hearts = bench.seen.hearts
        #expect(hearts.map(\.time) == stride(from: 2, through: 120, by: 2).map { noon + $0 })
        #expect(hearts.flatMap(\.beats).map(\.time) == (1...120).map { noon + $0 })
        #expect(hearts.last?.window.heartRate.value == 60 && hearts.last?.window.rmssd.value == 0)
        #expect(bench.seen.loads.map(\.time) == (0...12).map { noon + 10 * $0 })
        #expect(bench.seen.links == ["streaming"])
    }

    @Test("shows a load that was due before the session had anything, and keeps none of it")
    func loadOfBefore() async throws {
        let bench = try Bench(now: noon + 3)
        for second in 4...21 { bench.pipeline.deliver(bench.beats([noon + second])) }
        #expect(bench.seen.loads.map(\.time) == [noon, noon + 10, noon + 20])
        try await bench.store.flush()
        let kept = try bench.store.readings(of: bench.device.id, from: noon + -60, to: noon + 60)
        #expect(kept.map(\.time) == [noon + 10, noon + 20])
    }

    @Test("takes movement through the ring into seconds and into the load")
    func motion() throws {
        let bench = try Bench()
        for second in 0..<60 {
            bench.pipeline.deliver(try bench.motion(noon + second, x: 0.5))
            bench.pipeline.deliver(bench.beats([noon + (second + 1)]))
            bench.pipeline.tick(at: noon + (second + 1))
        }
        let seconds = bench.seen.motion
        #expect(seconds.first?.start == noon && seconds.count > 50 && seconds.allSatisfy { $0.motion?.samples == 25 })
        #expect(abs((seconds.first?.motion?.enmo ?? 0) - (1.25.squareRoot() - 1)) < 1e-6)
        #expect(bench.seen.loads.last?.motion != nil)
        #expect(bench.seen.loads.last?.reasons.contains("no motion sensor") == false)
    }

    @Test("never holds a driver up: who is at work on the device goes on with what comes meanwhile, in its order")
    func busy() throws {
        let bench = try Bench()
        let isThrough = DispatchSemaphore(value: 0)
        let told = Mutex<Bool?>(nil)
        let subscription = bench.bus.subscribe { [noon] event in
            guard case .heart = event, told.withLock({ $0 == nil }) else { return }
            told.withLock { $0 = false }
            // While this is being told, the driver's thread has more.
            let motion = try? bench.motion(noon + 1)
            Thread.detachNewThread {
                if let motion { bench.pipeline.deliver(motion) }
                bench.pipeline.deliver(bench.beats([noon + 2]))
                bench.pipeline.deliver(bench.beats([noon + 3]))
                isThrough.signal()
            }
            let result = isThrough.wait(timeout: .now() + 10)
            told.withLock { $0 = result == .success }
        }
        bench.pipeline.deliver(bench.beats([noon + 1]))
        #expect(told.withLock { $0 } == true)
        #expect(bench.seen.hearts.map(\.time) == [noon + 1, noon + 2, noon + 3])
        bench.pipeline.finish()
        #expect(bench.seen.motion.map(\.motion?.samples) == [25] && bench.seen.losses.isEmpty)
        withExtendedLifetime(subscription) {}
    }

    @Test("works on movement when it comes, so that a beat after it need not wait for that")
    func atOnce() throws {
        let bench = try Bench()
        bench.pipeline.deliver(try bench.motion(noon))
        #expect(bench.pipeline.lastSample == noon.advanced(byNanoseconds: 960_000_000))
    }

    @Test("counts what the ring has no room for, and shows it")
    func overflow() throws {
        let bench = try Bench()
        bench.pipeline.deliver(try bench.motion(noon, count: 20_000))
        bench.pipeline.tick(at: noon + 800)
        let loss = try #require(bench.seen.losses.first { $0.cause == .overflow })
        #expect(loss.count == 20_000 - 16_384 && loss.channel == .acceleration)
        #expect(bench.pipeline.status.lossesToday[.overflow] == 3616)
    }

    @Test("takes quarter of an hour that a device kept, whatever the host's clock does meanwhile")
    func preroll() throws {
        let bench = try Bench()
        let start = noon + -900
        bench.pipeline.tick(at: noon)
        for second in 0..<900 {
            bench.pipeline.deliver(try bench.motion(start + second))
            bench.pipeline.deliver(bench.beats([start + (second + 1)]))
            // Ticks that find nothing new, as between two notifications.
            if second % 100 == 0 { for _ in 0..<3 { bench.pipeline.tick(at: noon + second / 100) } }
        }
        bench.pipeline.tick(at: noon + 10)
        bench.pipeline.finish()
        #expect(bench.seen.links == ["streaming"])
        #expect(bench.seen.losses.isEmpty)
        #expect(bench.seen.motion.count == 900 && bench.seen.motion.allSatisfy { $0.motion?.samples == 25 })
        let times = bench.seen.loads.map(\.time)
        #expect(times == times.sorted() && Set(times).count == times.count)
    }

    @Test("knows that a device is there of which its wearer refuses all, and keeps nothing of it")
    func refused() async throws {
        let bench = try Bench()
        bench.pipeline.deliver(.link(.streaming), at: noon)
        for second in -60...0 {
            let beat = Beat(time: noon + second, rr: 1000)
            bench.pipeline.deliver(BeatBatch(device: bench.device.id, beats: [beat], received: beat.time))
            bench.pipeline.tick(at: beat.time)
        }
        #expect(bench.pipeline.heart != nil && bench.pipeline.load != nil)
        bench.pipeline.withhold([.heartRate, .rrInterval])
        // What was recorded stays, and nothing more is told of it.
        #expect(bench.pipeline.heart == nil && bench.pipeline.load?.load == nil)
        let last = bench.pipeline.status.lastSample
        for second in 1...30 {
            bench.pipeline.deliver(bench.rate(60, at: noon + second))
            bench.pipeline.tick(at: noon + second)
        }
        #expect(bench.pipeline.status.link == .streaming && bench.pipeline.status.lastSample == last)
        #expect(bench.pipeline.heart == nil && bench.pipeline.load?.heartRate.value == nil)
        try await bench.store.flush()
        #expect(try bench.store.beats(of: bench.device.id, from: noon + -100, to: noon + 100).count == 61)
    }

    @Test("says that a link is silent after ten seconds, and that it is back")
    func silence() throws {
        let bench = try Bench()
        bench.pipeline.deliver(.link(.streaming), at: noon)
        bench.pipeline.deliver(bench.rate(60, at: noon))
        for second in 0...10 { bench.pipeline.tick(at: noon + second) }
        #expect(bench.pipeline.status.link == .streaming)
        bench.pipeline.tick(at: noon + 11)
        #expect(bench.pipeline.status.link.name == "silent" && bench.pipeline.status.linkSince == noon)
        bench.pipeline.deliver(bench.rate(61, at: noon + 12))
        #expect(bench.pipeline.status.link == .streaming && bench.pipeline.status.lastSample == noon + 12)
        #expect(bench.seen.links == ["streaming", "streaming", "silent", "streaming"])
        #expect(bench.pipeline.steps.map(\.stage) == [.matched, .connected, .streaming, .interrupted, .resumed])
    }

    @Test("does not say that a link holds since before the device was opened, whatever the device says of the past")
    func linkSince() throws {
        let bench = try Bench()
        // A simulated wearer and a device with memory hand over the last quarter of an hour first.
        bench.pipeline.deliver(.link(.connecting), at: noon)
        bench.pipeline.deliver(.link(.streaming), at: noon + -900)
        #expect(bench.pipeline.status.link == .streaming && bench.pipeline.status.linkSince == noon)
        #expect(bench.pipeline.steps.allSatisfy { $0.time >= noon })
        bench.pipeline.tick(at: noon + 20)
        bench.pipeline.deliver(.link(.gone(reason: "out of range")), at: noon + 25)
        bench.pipeline.deliver(.link(.streaming), at: noon + -10)
        #expect(bench.pipeline.status.linkSince == noon + 20)
        bench.pipeline.deliver(.link(.silent(reason: "nothing comes")), at: noon + 30)
        bench.pipeline.deliver(.link(.streaming), at: noon + 31)
        #expect(bench.pipeline.status.linkSince == noon + 31)
    }

    @Test("does not say that a device which has gone is streaming")
    func gone() throws {
        let bench = try Bench()
        bench.pipeline.deliver(try bench.motion(noon))
        bench.pipeline.deliver(.link(.gone(reason: "out of range")), at: noon + 1)
        bench.pipeline.tick(at: noon + 2)
        #expect(bench.pipeline.status.link == .gone(reason: "out of range"))
        #expect(bench.pipeline.status.lastSample != nil)
    }

    @Test("lets a replay live in the time of its recording")
    func replay() throws {
        let bench = try Bench(origin: .replayed)
        let then = Instant(nanoseconds: 1_000_000_000_000_000_000)
        for second in 0..<120 {
            bench.pipeline.deliver(try bench.motion(then + second))
            bench.pipeline.deliver(bench.beats([then + (second + 1)]))
            bench.pipeline.tick(at: noon + second)
        }
        for second in 120..<200 { bench.pipeline.tick(at: noon + second) }
        #expect(bench.seen.losses.isEmpty && bench.pipeline.status.link == .streaming)
        #expect(bench.seen.loads.last?.time == then + 120)
        #expect(bench.seen.motion.count >= 110)
    }

    @Test("is silent on the load while there is no skin contact, and says why")
    func contact() throws {
        let bench = try Bench()
        func wear(_ seconds: ClosedRange<Int>) throws {
            for second in seconds {
                bench.pipeline.deliver(try bench.motion(noon + (second - 1)))
                bench.pipeline.deliver(bench.beats([noon + second]))
            }
        }
        try wear(1...300)
        #expect(bench.pipeline.load?.load != nil)
        bench.pipeline.deliver(.contact(false), at: noon + 300)
        bench.pipeline.tick(at: noon + 310)
        #expect(bench.pipeline.status.contact == false)
        #expect(bench.pipeline.load?.isStale == true || bench.pipeline.load?.load == nil)
        #expect(bench.pipeline.load?.reasons.contains("no skin contact") == true)
        bench.pipeline.deliver(.contact(nil), at: noon + 311)
        try wear(312...400)
        #expect(bench.pipeline.load?.isStale == false && bench.pipeline.load?.load != nil)
    }

    @Test("tells of beats again when their final label is another one")
    func relabelling() throws {
        let bench = try Bench()
        var time = noon
        var told: [Instant: Beat.Label] = [:]
        for index in 1...120 {
            // An early beat with its pause, now and then.
            let rr: Double = index % 30 == 0 ? 600 : index % 30 == 1 ? 1400 : 1000
            time = time.advanced(bySeconds: rr / 1000)
            bench.pipeline.deliver(bench.beats([time], rr: rr))
        }
        bench.pipeline.finish()
        for reading in bench.seen.hearts { for beat in reading.beats { told[beat.time] = beat.label } }
        #expect(!bench.seen.relabelled.isEmpty)
        for beat in bench.seen.relabelled { #expect(!beat.isProvisional && told[beat.time] != beat.label) }
        for beat in bench.seen.relabelled { told[beat.time] = beat.label }
        #expect(bench.pipeline.history.beats.allSatisfy { told[$0.time] == $0.label })
    }

    @Test("never believes a device whose clock is lost", arguments: [0, 2_380_000_000])
    func lostClock(second: Int64) async throws {
        let bench = try Bench()
        let wrong = Instant(nanoseconds: second * 1_000_000_000)
        for index in 0..<180 {
            bench.pipeline.deliver(
                try bench.motion(wrong + index, received: noon + (index + 1)))
            bench.pipeline.tick(at: noon + (index + 1))
        }
        bench.pipeline.finish()
        try await bench.store.flush()
        #expect(bench.seen.motion.isEmpty && bench.pipeline.status.lastSample == nil)
        #expect(bench.seen.loads.allSatisfy { $0.time >= noon && $0.time <= noon + 180 })
        let losses = bench.seen.losses
        #expect(losses.allSatisfy { $0.cause == .clockStep && $0.first.map { $0 >= noon } == true })
        #expect(losses.reduce(0) { $0 + $1.count } == 180 * 25 && losses.count < 6)
        #expect(try bench.store.epochs(of: bench.device.id, seconds: 5, from: wrong, to: wrong + 600).isEmpty)
        // What came is kept all the same, for whoever knows better later.
        let kept = try bench.store.raw(of: bench.device.id, channel: .acceleration, from: wrong, to: wrong + 600)
        #expect(kept.reduce(0) { $0 + $1.count } == 180 * 25)
    }

    @Test("closes everything at the end, and is still afterwards")
    func finish() async throws {
        let bench = try Bench()
        for second in 0..<7 {
            bench.pipeline.deliver(try bench.motion(noon + second))
            bench.pipeline.deliver(bench.beats([noon + (second + 1)]))
        }
        bench.pipeline.finish()
        let count = bench.seen.events.count
        bench.pipeline.tick(at: noon + 3600)
        #expect(bench.seen.events.count == count)
        try await bench.store.flush()
        let epochs = try bench.store.epochs(of: bench.device.id, seconds: 5, from: noon, to: noon + 60)
        #expect(epochs.map(\.motion?.samples) == [125, 50])
        let beats = try bench.store.beats(of: bench.device.id, from: noon, to: noon + 60)
        #expect(beats.count == 7 && beats.allSatisfy { !$0.isProvisional })
    }
}
