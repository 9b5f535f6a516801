import Foundation
import Glibc
import Runtime
import Signals
import Synchronization
import Testing

@testable import Relay

@Suite("Relay over a socket")
struct RelaySocketTests {
    private let bench = RelayBench()
    private var path: String { bench.path }

    private func session(
        _ role: RelayRole, _ diary: RelayDiary, timeout: Duration = .seconds(20)
    ) throws -> RelaySession { try bench.session(role, diary, timeout: timeout) }
    private func eventually(_ condition: () -> Bool) async throws -> Bool { try await bench.eventually(condition) }

    @Test("brings the latest context to a side that comes later, once, and knows it after a restart")
    func contextBeforeConnect() async throws {
        let hub = try bench.hub()
        defer {
            hub.stop()
            bench.clear()
        }
        let diary = RelayDiary()
        let first = try session(.watch, diary)
        #expect(try await eventually { hub.connected == [.watch] })
        first.invalidate()
        let phone = try session(.phone, RelayDiary())
        #expect(try await eventually { phone.activationState == .activated })
        for number in 1...3 { try phone.updateApplicationContext(["n": .number(Double(number))]) }
        var watch = try session(.watch, diary)
        #expect(try await eventually { watch.receivedApplicationContext == ["n": 3] })
        try phone.updateApplicationContext(["n": 3])
        try phone.updateApplicationContext(["n": 4])
        #expect(try await eventually { diary.all.contains(#"context {"n":4}"#) && !watch.hasContentPending })
        #expect(phone.applicationContext == ["n": 4])
        watch.invalidate()
        watch = try session(.watch, diary)
        #expect(try await eventually { watch.receivedApplicationContext == ["n": 4] })
        #expect(
            diary.all.count { $0 == #"context {"n":4}"# } == 1 && diary.all.count { $0 == #"context {"n":3}"# } == 1)
    }

    @Test("takes messages both ways, in order, each with its own reply")
    func messages() async throws {
        let hub = try bench.hub()
        defer {
            hub.stop()
            bench.clear()
        }
        let phoneDiary = RelayDiary { message, reply in
            reply(["echo": message["n"] ?? 0])
            reply(["echo": "twice"])
        }
        let phone = try session(.phone, phoneDiary)
        let diary = RelayDiary()
        let watch = try session(.watch, diary)
        #expect(try await eventually { watch.isReachable && phone.isReachable })
        for number in 0..<50 {
            #expect(try await watch.sendMessage(["n": .number(Double(number))]) == ["echo": .number(Double(number))])
        }
        for number in 0..<50 { phone.sendMessage(["n": .number(Double(number))], replyHandler: nil) }
        #expect(try await eventually { diary.all.count { $0.hasPrefix("message") } == 50 })
        let messages = diary.all.filter { $0.hasPrefix("message") }
        #expect(messages == (0..<50).map { "message {\"n\":\($0)}" })
    }

    @Test("fails with the known numbers in their order: 7003, 7004, 7018, 7010, 7009, 7007, 7014, 7012")
    func errors() async throws {
        let hub = try bench.hub()
        defer {
            hub.stop()
            bench.clear()
        }
        let wrong: RelayPayload = ["x": nil, "y": .string(String(repeating: "x", count: 65_536))]
        let large: RelayPayload = ["x": .string(String(repeating: "x", count: 65_536))]
        func fails(_ session: RelaySession, _ message: RelayPayload, _ code: RelayError.Code) async {
            await #expect(throws: RelayError(code)) { try await session.sendMessage(message) }
        }
        let lonely = try RelaySession(role: .watch, path: path)
        await fails(lonely, wrong, .missingDelegate)
        lonely.activate()
        #expect(lonely.activationState == .notActivated)
        let watchDiary = RelayDiary.deaf()
        lonely.delegate = watchDiary
        await fails(lonely, wrong, .notActivated)
        #expect(throws: RelayError(.notActivated)) { try lonely.updateApplicationContext(wrong) }
        let watch = try session(.watch, watchDiary)
        #expect(try await eventually { watch.activationState == .activated })
        await fails(watch, wrong, .companionAppNotInstalled)
        let deaf = RelayDiary.deaf()
        let phone = try session(.phone, deaf)
        #expect(try await eventually { watch.isReachable && watch.isCompanionAppInstalled })
        await fails(watch, [:], .deliveryFailed)
        await #expect(throws: RelayError(.deliveryFailed)) { try await watch.sendMessageData([1]) }
        phone.invalidate()
        #expect(try await eventually { !watch.isReachable })
        await fails(watch, wrong, .payloadUnsupportedTypes)
        await fails(watch, large, .payloadTooLarge)
        await fails(watch, [:], .notReachable)
        #expect(throws: RelayError(.payloadUnsupportedTypes)) { try watch.updateApplicationContext(wrong) }
        try watch.updateApplicationContext(large)
        let larger = RelayValue.string(String(repeating: "x", count: 262_144))
        #expect(throws: RelayError(.payloadTooLarge)) { try watch.updateApplicationContext(["x": larger]) }
        let silent = try session(.phone, RelayDiary())
        let hurried = try session(.watch, watchDiary, timeout: .milliseconds(50))
        #expect(try await eventually { hurried.isReachable })
        await fails(hurried, [:], .messageReplyTimedOut)
        await fails(watch, [:], .sessionInactive)
        silent.invalidate()
    }

    @Test("tells a sender without a reply handler that its message was not taken")
    func refusedPlain() async throws {
        let hub = try bench.hub()
        defer {
            hub.stop()
            bench.clear()
        }
        let (deaf, diary) = (RelayDiary.deaf(), RelayDiary.deaf())
        let phone = try session(.phone, deaf)
        let watch = try session(.watch, diary)
        #expect(try await eventually { watch.isReachable && phone.isReachable })
        watch.sendMessage(["a": 1], replyHandler: nil, errorHandler: { diary.write("failed \($0.code.rawValue)") })
        #expect(try await eventually { diary.all.contains("failed 7014") })
    }

    @Test("takes bytes both ways")
    func data() async throws {
        let hub = try bench.hub()
        defer {
            hub.stop()
            bench.clear()
        }
        let diary = RelayDiary()
        let phone = try session(.phone, diary)
        let watch = try session(.watch, RelayDiary())
        #expect(try await eventually { watch.isReachable && phone.isReachable })
        #expect(try await watch.sendMessageData([1, 10, 0, 255]) == [255, 0, 10, 1])
        watch.sendMessageData([7, 10], replyHandler: nil)
        #expect(try await eventually { diary.all.contains("data [7, 10]") })
        await #expect(throws: RelayError(.payloadTooLarge)) {
            try await watch.sendMessageData([UInt8](repeating: 0, count: 65_537))
        }
    }

    @Test("fails an open message when the other side leaves, and when the session ends")
    func otherLeaves() async throws {
        let hub = try bench.hub()
        defer {
            hub.stop()
            bench.clear()
        }
        let asked = Mutex(0)
        let phoneDiary = RelayDiary { _, _ in asked.withLock { $0 += 1 } }
        let phone = try session(.phone, phoneDiary)
        let diary = RelayDiary()
        let watch = try session(.watch, diary)
        #expect(try await eventually { watch.isReachable })
        let first = Task { try await watch.sendMessage([:]) }
        #expect(try await eventually { asked.withLock { $0 } == 1 })
        phone.invalidate()
        await #expect(throws: RelayError(.messageReplyFailed)) { try await first.value }
        let again = try session(.phone, phoneDiary)
        #expect(try await eventually { watch.isReachable })
        let second = Task { try await watch.sendMessage([:]) }
        #expect(try await eventually { asked.withLock { $0 } == 2 })
        watch.invalidate()
        await #expect(throws: RelayError(.sessionInactive)) { try await second.value }
        again.invalidate()
    }

    @Test("finds a hub that was stopped and started again")
    func hubRestarts() async throws {
        let first = try RelayHub(path: path)
        let phoneDiary = RelayDiary { _, reply in reply(["ok": true]) }
        let phone = try session(.phone, phoneDiary)
        let diary = RelayDiary()
        let watch = try session(.watch, diary)
        #expect(try await eventually { watch.isReachable })
        try phone.updateApplicationContext(["n": 1])
        first.stop()
        #expect(try await eventually { !watch.isReachable && !phone.isReachable })
        let second = try RelayHub(path: path)
        defer { second.stop() }
        #expect(try await eventually { watch.isReachable })
        #expect(try await watch.sendMessage([:]) == ["ok": true])
        #expect(try await eventually { diary.all.contains(#"context {"n":1}"#) })
        #expect(diary.all.count { $0.hasPrefix("context") } == 1)
    }

    @Test("gives a side to the newest program, and back when the older one asks")
    func newestWins() async throws {
        let hub = try bench.hub()
        defer {
            hub.stop()
            bench.clear()
        }
        let (oldDiary, newDiary) = (RelayDiary(), RelayDiary())
        let old = try session(.watch, oldDiary)
        #expect(try await eventually { hub.connected == [.watch] })
        let new = try session(.watch, newDiary)
        #expect(try await eventually { old.activationState == .inactive })
        #expect(new.activationState == .activated)
        old.activate()
        #expect(
            try await eventually {
                new.activationState == .inactive && oldDiary.all.count { $0 == "activated 2 0" } == 2
            })
    }

    @Test(
        "ends a link that speaks nonsense and harms no other",
        arguments: [
            Array("GET / HTTP/1.1\r\n\r\n".utf8), [0x4E, 0x4A, 2, 1, 0xFF, 0xFF, 0xFF, 0xFF],
            RelayFrame.encode(kind: 1, body: Array("{".utf8)), RelayPacket.activate.frame,
        ])
    func nonsense(bytes: [UInt8]) async throws {
        let hub = try bench.hub()
        defer {
            hub.stop()
            bench.clear()
        }
        let phoneDiary = RelayDiary { _, reply in reply(["ok": true]) }
        let phone = try session(.phone, phoneDiary)
        let diary = RelayDiary()
        let watch = try session(.watch, diary)
        #expect(try await eventually { watch.isReachable && phone.isReachable })
        let link = RelayLink(try UnixSocket.connect(path).take())
        _ = bytes.withUnsafeBytes { send(link.descriptor, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL)) }
        var told: [RelayPacket] = []
        let isOver = try await eventually {
            switch link.receive() {
            case .packets(let packets): told += packets
            case .malformed, .ended: return true
            }
            return false
        }
        #expect(isOver)
        #expect(try await watch.sendMessage([:]) == ["ok": true])
        #expect(hub.connected == [.phone, .watch])
    }

    @Test("cuts off a side that never reads, and serves the others")
    func neverReads() async throws {
        let hub = try bench.hub()
        defer {
            hub.stop()
            bench.clear()
        }
        let stuck = RelayLink(try UnixSocket.connect(path).take())
        stuck.queue(.hello(RelayHello(role: .watch, session: "stuck")))
        #expect(stuck.flush())
        let diary = RelayDiary()
        let phone = try session(.phone, diary)
        #expect(try await eventually { phone.isReachable })
        let payload: RelayPayload = ["x": .string(String(repeating: "x", count: 60_000))]
        for _ in 0..<300 { phone.sendMessage(payload, replyHandler: nil) }
        #expect(try await eventually { hub.connected == [.phone] })
        #expect(try await eventually { !phone.isReachable })
    }

    @Test("shows the load on the watch and answers its question")
    func phone() async throws {
        let hub = try bench.hub()
        defer {
            hub.stop()
            bench.clear()
        }
        let value = Mutex<Estimate>(Estimate(unknown: "no beats yet", method: Method("rmssd")))
        let phone = try RelayPhone(
            path: path, interval: .milliseconds(100), sources: .init(variability: { value.withLock { $0 } }))
        defer { phone.stop() }
        let diary = RelayDiary()
        let watch = try session(.watch, diary)
        #expect(try await eventually { watch.isReachable && phone.session.isReachable })
        #expect(try await watch.sendMessage(["request": "hrv"]) == ["reason": "no beats yet"])
        value.withLock { $0 = Estimate(41.5, method: Method("rmssd")) }
        #expect(try await watch.sendMessage(["request": "hrv"]) == ["hrv": 41.5])
        #expect(try await watch.sendMessage(["request": "tea"])["error"] != nil)
        let time = Instant(nanoseconds: 1_700_000_000_500_000_000)
        for load in [0.1, 0.2, 0.75] {
            phone.show(WatchReading(time: time, cognitiveLoad: load, state: "optimal", confidence: 0.5, heartRate: 80))
        }
        #expect(try await eventually { watch.receivedApplicationContext["cognitiveLoad"] == 0.75 })
        let reading = try #require(WatchReading(context: watch.receivedApplicationContext))
        #expect(reading.time == time && reading.state == "optimal" && reading.heartRate == 80 && !reading.isSynthetic)
        #expect(try await eventually { diary.all.contains { $0.hasPrefix(#"message {"cognitiveLoad":0.75"#) } })
        #expect(!diary.all.contains { $0.contains("0.2") })
    }

    @Test("gives its descriptors and threads back")
    func noLeaks() async throws {
        func descriptors() -> Int {
            let names = (try? FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd")) ?? []
            return names.compactMap {
                try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/fd/\($0)")
            }.count { $0.hasPrefix("socket:") || $0.hasPrefix("pipe:") }
        }
        let probe = Mutex<[Int]>([])
        for _ in 0..<3 {
            for _ in 0..<20 {
                let hub = try RelayHub(path: path)
                let diary = RelayDiary()
                let watch = try session(.watch, diary)
                #expect(try await eventually { hub.connected == [.watch] })
                watch.invalidate()
                hub.stop()
            }
            let count = descriptors()
            probe.withLock { $0.append(count) }
        }
        // Other tests of this process hold some of their own for a while; a leak would be 20 and more a round.
        let counts = probe.withLock { $0 }
        #expect(counts[2] - counts[1] < 60)
        #expect(access(path, F_OK) != 0)
    }
}
