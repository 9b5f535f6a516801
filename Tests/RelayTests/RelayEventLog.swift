import Foundation
import Glibc
import Runtime
import Synchronization

@testable import Relay

/// Writes down what a session tells it.
final class RelayEventLog: RelaySessionDelegate {
    typealias Answer = @Sendable (RelayPayload, @Sendable (RelayPayload) -> Void) -> Void

    /// What becomes of messages that want a reply; without it this has none of the four methods for messages.
    private let answer: Answer?
    private let entries = Mutex<[String]>([])

    private init(answer: Answer?) { self.answer = answer }

    /// One that takes no messages.
    static func deaf() -> RelayEventLog { RelayEventLog(answer: nil) }

    /// One that takes messages, and replies to none by itself.
    convenience init(_ answer: @escaping Answer = { _, _ in }) { self.init(answer: answer) }

    var all: [String] { entries.withLock { $0 } }
    func write(_ text: String) { entries.withLock { $0.append(text) } }

    static func text(_ payload: RelayPayload) -> String { String(decoding: payload.jsonText, as: UTF8.self) }

    func session(
        _ session: RelaySession, activationDidCompleteWith activationState: RelaySession.ActivationState,
        error: RelayError?
    ) { write("activated \(activationState.rawValue) \(error?.code.rawValue ?? 0)") }
    func sessionDidBecomeInactive(_ session: RelaySession) { write("inactive") }
    func sessionDidDeactivate(_ session: RelaySession) { write("deactivated") }
    func sessionReachabilityDidChange(_ session: RelaySession) { write("reachable \(session.isReachable)") }
    func sessionWatchStateDidChange(_ session: RelaySession) {
        write("watch state \(session.isPaired) \(session.isWatchAppInstalled) \(session.isComplicationEnabled)")
    }
    func sessionCompanionAppInstalledDidChange(_ session: RelaySession) {
        write("companion \(session.isCompanionAppInstalled)")
    }
    func session(_ session: RelaySession, didReceiveApplicationContext context: RelayPayload) {
        write("context \(Self.text(context))")
    }
    func session(_ session: RelaySession, didReceiveUserInfo userInfo: RelayPayload) {
        write("info \(Self.text(userInfo))")
    }
    func session(_ session: RelaySession, didFinish transfer: RelayUserInfoTransfer, error: RelayError?) {
        write("finished \(Self.text(transfer.userInfo)) \(error?.code.rawValue ?? 0)")
    }
    func session(_ session: RelaySession, didReceive file: RelayFile) {
        let bytes = FileManager.default.contents(atPath: file.path) ?? Data()
        write("file \(file.name) \(bytes.count) \(Self.text(file.metadata ?? [:]))")
        write("at \(file.path)")
    }
    func session(_ session: RelaySession, didFinish transfer: RelayFileTransfer, error: RelayError?) {
        write("finished \(transfer.file.name) \(error?.code.rawValue ?? 0)")
    }
}

extension RelayEventLog {
    func session(_ session: RelaySession, didReceiveMessage message: RelayPayload) {
        guard answer != nil else { return session.refuseMessage() }
        write("message \(Self.text(message))")
    }
    func session(
        _ session: RelaySession, didReceiveMessage message: RelayPayload,
        replyHandler: @escaping @Sendable (RelayPayload) -> Void
    ) {
        guard let answer else { return session.refuseMessage() }
        answer(message, replyHandler)
    }
    func session(_ session: RelaySession, didReceiveMessageData messageData: [UInt8]) {
        guard answer != nil else { return session.refuseMessage() }
        write("data \(messageData)")
    }
    func session(
        _ session: RelaySession, didReceiveMessageData messageData: [UInt8],
        replyHandler: @escaping @Sendable ([UInt8]) -> Void
    ) {
        guard answer != nil else { return session.refuseMessage() }
        replyHandler(messageData.reversed())
    }
}

/// A hub in a folder of its own, and sessions on it; both are gone after the test.
final class RelayTestSessions: Sendable {
    /// Sessions hold them weakly.
    private let eventLogs = Mutex<[RelayEventLog]>([])
    private let hubs = Mutex<[RelayHub]>([])
    let path = NSTemporaryDirectory() + "nj-\(UUID().uuidString.prefix(8)).relay"

    @discardableResult
    func hub(wakePhone: (@Sendable () -> Void)? = nil) throws -> RelayHub {
        let hub = try RelayHub(path: path, wakePhone: wakePhone)
        hubs.withLock { $0.append(hub) }
        return hub
    }

    func session(
        _ role: RelayRole, _ eventLog: RelayEventLog, part: RelaySession.Part = .primary, watch: String? = nil,
        token: String? = nil, timeout: Duration = .seconds(20)
    ) throws -> RelaySession {
        let session = try RelaySession(
            role: role, path: path, part: part, watch: watch, token: token, replyTimeout: timeout)
        eventLogs.withLock { $0.append(eventLog) }
        session.delegate = eventLog
        session.activate()
        return session
    }

    /// A program that was there once.
    func visit(_ role: RelayRole) async throws {
        let session = try session(role, RelayEventLog())
        _ = try await eventually { session.activationState == .activated }
        session.invalidate()
    }

    deinit {
        for hub in hubs.withLock({ $0 }) { hub.stop() }
        try? FileManager.default.removeItem(atPath: path + ".queues")
    }

    func eventually(_ condition: () -> Bool) async throws -> Bool {
        for _ in 0..<1000 {
            if condition() { return true }
            try await Task.sleep(for: .milliseconds(5))
        }
        return condition()
    }
}

/// Tests whose sessions talk over a socket.
protocol RelaySessionSuite {
    var bench: RelayTestSessions { get }
}

extension RelaySessionSuite {
    var path: String { bench.path }

    func session(
        _ role: RelayRole, _ eventLog: RelayEventLog, timeout: Duration = .seconds(20)
    ) throws -> RelaySession { try bench.session(role, eventLog, timeout: timeout) }

    func eventually(_ condition: () -> Bool) async throws -> Bool { try await bench.eventually(condition) }
}
