import Foundation
import Glibc
import Runtime
import Signals
import Synchronization
import Testing

@testable import Relay

/// Writes down what a session tells it.
private final class Diary: RelaySessionDelegate {
    private let entries = Mutex<[String]>([])
    let answersMessages: Bool
    let answer: (@Sendable ([String: JSONValue], @Sendable ([String: JSONValue]) -> Void) -> Void)?

    init(answer: (@Sendable ([String: JSONValue], @Sendable ([String: JSONValue]) -> Void) -> Void)? = nil) {
        self.answer = answer
        answersMessages = answer != nil
    }

    var all: [String] { entries.withLock { $0 } }
    func write(_ text: String) { entries.withLock { $0.append(text) } }

    func sessionDidActivate(_ session: RelaySession) { write("activated") }
    func sessionDidBecomeInactive(_ session: RelaySession) { write("inactive") }
    func sessionReachabilityDidChange(_ session: RelaySession) { write("reachable \(session.isReachable)") }
    func session(_ session: RelaySession, didReceiveMessage message: [String: JSONValue]) {
        write("message \(String(decoding: JSONValue.object(message).text, as: UTF8.self))")
    }
    func session(_ session: RelaySession, didReceiveApplicationContext context: [String: JSONValue]) {
        write("context \(String(decoding: JSONValue.object(context).text, as: UTF8.self))")
    }
    func session(
        _ session: RelaySession, didReceiveMessage message: [String: JSONValue],
        reply: @escaping @Sendable ([String: JSONValue]) -> Void
    ) { answer?(message, reply) }
}

private func eventually(_ condition: () -> Bool) async throws -> Bool {
    for _ in 0..<1000 {
        if condition() { return true }
        try await Task.sleep(for: .milliseconds(5))
    }
    return condition()
}

@Suite("Relay over a socket")
struct RelaySocketTests {
    private let path = NSTemporaryDirectory() + "nj-\(UUID().uuidString.prefix(8)).relay"

    private func session(_ role: RelayRole, _ diary: Diary, timeout: Duration = .seconds(20)) throws -> RelaySession {
        let session = try RelaySession(role: role, path: path, replyTimeout: timeout)
        session.delegate = diary
        try session.activate()
        return session
    }

    @Test("brings the latest context to a side that comes later, once")
    func contextBeforeConnect() async throws {
        let phoneDiary = Diary()
        let phone = try session(.phone, phoneDiary)
        for number in 1...3 { try phone.updateApplicationContext(["n": .number(Double(number))]) }
        let hub = try RelayHub(path: path)
        defer { hub.stop() }
        #expect(try await eventually { hub.connected == [.phone] })
        let diary = Diary()
        let watch = try session(.watch, diary)
        #expect(try await eventually { watch.receivedApplicationContext == ["n": 3] })
        try phone.updateApplicationContext(["n": 3])
        try phone.updateApplicationContext(["n": 4])
        #expect(try await eventually { diary.all.contains(#"context {"n":4}"#) })
        #expect(diary.all.filter { $0.hasPrefix("context") } == [#"context {"n":3}"#, #"context {"n":4}"#])
    }

    @Test("takes messages both ways, in order, each with its own reply")
    func messages() async throws {
        let hub = try RelayHub(path: path)
        defer { hub.stop() }
        let phoneDiary = Diary { message, reply in
            reply(["echo": message["n"] ?? .null])
            reply(["echo": "twice"])
        }
        let phone = try session(.phone, phoneDiary)
        let diary = Diary()
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

    @Test("fails with the known numbers: 7003, 7004, 7007, 7009, 7012, 7014")
    func errors() async throws {
        let hub = try RelayHub(path: path)
        defer { hub.stop() }
        let lonely = try RelaySession(role: .watch, path: path)
        await #expect(throws: RelayError(.missingDelegate)) { try await lonely.sendMessage([:]) }
        #expect(throws: RelayError(.missingDelegate)) { try lonely.activate() }
        let lonelyDiary = Diary()
        lonely.delegate = lonelyDiary
        await #expect(throws: RelayError(.notActivated)) { try await lonely.sendMessage([:]) }
        let watch = try session(.watch, lonelyDiary)
        await #expect(throws: RelayError(.notReachable)) { try await watch.sendMessage([:]) }
        let large: [String: JSONValue] = ["x": .string(String(repeating: "x", count: 65_536))]
        await #expect(throws: RelayError(.payloadTooLarge)) { try await watch.sendMessage(large) }
        let deaf = Diary()
        let phone = try session(.phone, deaf)
        #expect(try await eventually { watch.isReachable })
        await #expect(throws: RelayError(.deliveryFailed)) { try await watch.sendMessage([:]) }
        phone.invalidate()
        #expect(try await eventually { !watch.isReachable })
        let silentDiary = Diary { _, _ in }
        let silent = try session(.phone, silentDiary)
        let hurried = try session(.watch, lonelyDiary, timeout: .milliseconds(50))
        #expect(try await eventually { hurried.isReachable })
        await #expect(throws: RelayError(.messageReplyTimedOut)) { try await hurried.sendMessage([:]) }
        silent.invalidate()
    }

    @Test("fails an open message when the other side leaves, and when the session ends")
    func otherLeaves() async throws {
        let hub = try RelayHub(path: path)
        defer { hub.stop() }
        let asked = Mutex(0)
        let phoneDiary = Diary { _, _ in asked.withLock { $0 += 1 } }
        let phone = try session(.phone, phoneDiary)
        let diary = Diary()
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
        let phoneDiary = Diary { _, reply in reply(["ok": true]) }
        let phone = try session(.phone, phoneDiary)
        let diary = Diary()
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
        let hub = try RelayHub(path: path)
        defer { hub.stop() }
        let (oldDiary, newDiary) = (Diary(), Diary())
        let old = try session(.watch, oldDiary)
        #expect(try await eventually { hub.connected == [.watch] })
        let new = try session(.watch, newDiary)
        #expect(try await eventually { old.activationState == .inactive })
        #expect(new.activationState == .activated)
        try old.activate()
        #expect(try await eventually { new.activationState == .inactive && oldDiary.all.last == "activated" })
    }

    @Test(
        "ends a link that speaks nonsense and harms no other",
        arguments: [
            Array("GET / HTTP/1.1\r\n\r\n".utf8), [0x4E, 0x4A, 1, 1, 0xFF, 0xFF, 0xFF, 0xFF],
            RelayFrame.encode(kind: 1, body: Array("{".utf8)), RelayPacket.context(["n": 1]).frame,
        ])
    func nonsense(bytes: [UInt8]) async throws {
        let hub = try RelayHub(path: path)
        defer { hub.stop() }
        let phoneDiary = Diary { _, reply in reply(["ok": true]) }
        let phone = try session(.phone, phoneDiary)
        let diary = Diary()
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
        let hub = try RelayHub(path: path)
        defer { hub.stop() }
        let stuck = RelayLink(try UnixSocket.connect(path).take())
        stuck.queue(.hello(.watch))
        #expect(stuck.flush())
        let diary = Diary()
        let phone = try session(.phone, diary)
        #expect(try await eventually { phone.isReachable })
        let payload: [String: JSONValue] = ["x": .string(String(repeating: "x", count: 60_000))]
        for _ in 0..<100 { phone.sendMessage(payload, replyHandler: nil) }
        #expect(try await eventually { hub.connected == [.phone] })
        #expect(try await eventually { !phone.isReachable })
    }

    @Test("shows the load on the watch and answers its question")
    func phone() async throws {
        let hub = try RelayHub(path: path)
        defer { hub.stop() }
        let value = Mutex<Estimate>(Estimate(unknown: "no beats yet", method: Method("rmssd")))
        let phone = try RelayPhone(path: path, interval: .milliseconds(100)) { value.withLock { $0 } }
        defer { phone.stop() }
        let diary = Diary()
        let watch = try session(.watch, diary)
        #expect(try await eventually { watch.isReachable && phone.session.isReachable })
        #expect(try await watch.sendMessage(["request": "hrv"]) == ["hrv": nil, "reason": "no beats yet"])
        value.withLock { $0 = Estimate(41.5, method: Method("rmssd")) }
        #expect(try await watch.sendMessage(["request": "hrv"]) == ["hrv": 41.5])
        #expect(try await watch.sendMessage(["request": "tea"])["error"] != nil)
        let time = Instant(nanoseconds: 1_700_000_000_500_000_000)
        for load in [0.1, 0.2, 0.75] {
            phone.show(WatchReading(time: time, cognitiveLoad: load, state: "overload", confidence: 0.5, heartRate: 80))
        }
        #expect(try await eventually { watch.receivedApplicationContext["cognitiveLoad"] == 0.75 })
        let reading = try #require(WatchReading(context: watch.receivedApplicationContext))
        #expect(reading.time == time && reading.state == "overload" && reading.heartRate == 80 && !reading.isSynthetic)
        #expect(try await eventually { diary.all.contains(#"message {"cognitiveLoad":0.75}"#) })
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
                let diary = Diary()
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
