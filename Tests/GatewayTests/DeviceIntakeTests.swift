import Devices
import Foundation
import Runtime
import Signals
import Store
import Synchronization
import Testing

@testable import Gateway

/// Both ends of the ring of one device.
private struct Ends: ~Copyable {
    let folder: TemporaryFolder
    let intake: DeviceIntake
    var consumer: RingConsumer<Arrival>

    init(streams: Set<Channel>? = nil) throws {
        let folder = try TemporaryFolder()
        let store = try Store(folder: folder.path)
        let ring = SampleRing<Arrival>(capacity: DeviceIntake.capacity / Arrival.least)
        self.folder = folder
        intake = DeviceIntake(ring.producer, store: store, streams: streams, isReplayed: false)
        consumer = ring.consumer
    }

    /// What waits, in few words.
    mutating func drain() -> [String] {
        var words: [String] = []
        while let arrival = consumer.next() {
            intake.giveBack(arrival.weight)
            switch arrival {
            case .samples(let batch): words.append("\(batch.channel.rawValue) \(batch.count)")
            case .implausible(let batch): words.append("implausible \(batch.count)")
            case .beats(let batch): words.append("beats \(batch.beats.count)")
            case .refused: words.append("refused")
            }
        }
        return words
    }
}

@Suite("What comes from a device")
struct DeviceIntakeTests {
    private let noon = Bench.noon
    private let device = DeviceID(rawValue: "band")

    private func motion(_ count: Int, at start: Instant = Bench.noon) throws -> SampleBatch {
        SampleBatch(
            device: device, channel: .acceleration, unit: .standardGravity, axes: 3,
            values: (0..<3 * count).map { Float($0) },
            times: .uniform(try #require(Timeline(origin: start, hertz: 100))), received: noon)
    }

    private func ecg(_ count: Int) throws -> SampleBatch {
        SampleBatch(
            device: device, channel: Channel(rawValue: "ecg"), unit: .one, values: Array(repeating: 0, count: count),
            times: .uniform(try #require(Timeline(origin: noon, hertz: 130))), received: noon)
    }

    private func beats(_ count: Int) -> BeatBatch {
        BeatBatch(device: device, beats: (0..<count).map { Beat(time: noon + $0, rr: 1000) }, received: noon)
    }

    @Test("goes on in the order of arrival, whatever it is, and in the batches in which it came, their times even")
    func order() throws {
        var ends = try Ends()
        let intake = ends.intake
        let first = try motion(25)
        intake.take(first)
        intake.take(beats(2))
        intake.take(try motion(3))
        intake.take(try motion(4, at: noon + 8000))
        intake.take(try ecg(5))
        intake.take(beats(1))
        #expect(intake.hasWaiting)
        guard case .samples(let batch)? = ends.consumer.next() else {
            Issue.record("nothing came first")
            return
        }
        intake.giveBack(Arrival.samples(batch).weight)
        #expect(batch == first)
        let rest = ends.drain()
        #expect(rest == ["beats 2", "acceleration 3", "implausible 4", "ecg 5", "beats 1"])
        #expect(!intake.hasWaiting && intake.takeLost().isEmpty)
    }

    @Test("is counted by channel where there is no room for it, to the sample")
    func overflow() throws {
        var ends = try Ends()
        let intake = ends.intake
        for _ in 0..<20 { intake.take(try motion(1000)) }
        intake.take(try ecg(40))
        intake.take(beats(3))
        #expect(intake.isHalfFull)
        let taken = ends.drain()
        #expect(taken == Array(repeating: "acceleration 1000", count: 16) + ["acceleration 384"])
        #expect(
            intake.takeLost() == [.acceleration: 20_000 - 16_384, Channel(rawValue: "ecg"): 40, .rrInterval: 3])
        #expect(intake.takeLost().isEmpty && !intake.isHalfFull)
        // All of the room is there again.
        intake.take(try motion(16_384))
        let again = ends.drain()
        #expect(again == ["acceleration 16384"] && intake.takeLost().isEmpty)
    }

    @Test("is counted where there are too many small batches")
    func smallBatches() throws {
        var ends = try Ends()
        let intake = ends.intake
        for _ in 0..<3 {
            for _ in 0..<2000 { intake.take(try motion(1)) }
            let taken = ends.drain().count
            #expect(taken == 1024 && intake.takeLost() == [.acceleration: 976])
        }
    }

    @Test("is taken no more from the moment on that it is refused, or the device is closed")
    func refusing() throws {
        var ends = try Ends(streams: [.acceleration, .rrInterval])
        let intake = ends.intake
        intake.take(try ecg(5))
        #expect(intake.refuse([.acceleration]) && !intake.refuse([.acceleration]))
        intake.take(try motion(25))
        intake.take(beats(1))
        #expect(intake.refuse([]))
        intake.take(try motion(26))
        intake.close()
        intake.take(try motion(27))
        intake.take(beats(2))
        let taken = ends.drain()
        #expect(taken == ["refused", "beats 1", "acceleration 26"])
    }

    @Test("is not taken after a refusal has returned, however busy the driver is", arguments: 0..<20)
    func racingRefusal(round: Int) throws {
        var ends = try Ends()
        let intake = ends.intake
        let (isOver, delivered) = (Flag(), Flag())
        let driver = Thread { [batch = try motion(1)] in
            while !isOver.isSet {
                intake.take(batch)
                delivered.count()
            }
            isOver.finish()
        }
        driver.start()
        while delivered.total < 100 * (round + 1) { _ = ends.drain() }
        _ = intake.refuse([.acceleration])
        _ = ends.drain()
        let before = delivered.total
        while delivered.total < before + 100 {
            let later = ends.drain()
            #expect(later.allSatisfy { $0 == "refused" })
        }
        isOver.set()
        while !isOver.isFinished { sched_yield() }
    }
}

/// What two threads tell each other.
private final class Flag: Sendable {
    private let isRaised = Atomic(false)
    private let isDone = Atomic(false)
    private let counted = Atomic(0)

    var isSet: Bool { isRaised.load(ordering: .acquiring) }
    var isFinished: Bool { isDone.load(ordering: .acquiring) }
    var total: Int { counted.load(ordering: .acquiring) }

    func set() { isRaised.store(true, ordering: .releasing) }
    func finish() { isDone.store(true, ordering: .releasing) }
    func count() { counted.wrappingAdd(1, ordering: .releasing) }
}
