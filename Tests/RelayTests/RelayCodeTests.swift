import Documents
import Foundation
import Glibc
import Runtime
import Synchronization
import Testing

@testable import Relay

@Suite("Relay errors that are rare")
struct RelayCodeTests: RelaySessionSuite {
    let bench = RelayTestSessions()

    @Test("7002: a hub that speaks another version, until one of this version is there")
    func anotherVersion() async throws {
        let listening = try UnixSocket.listen(path)
        let eventLog = RelayEventLog()
        let watch = try session(.watch, eventLog)
        let link = try #require(try await accepted(listening.borrowed))
        _ = [UInt8]("NJ".utf8 + [9, 6, 0, 0, 0, 0]).withUnsafeBytes { send(link, $0.baseAddress, $0.count, 0) }
        #expect(try await eventually { eventLog.all == ["activated 0 7002"] })
        await #expect(throws: RelayError(.sessionNotSupported)) { try await watch.sendMessage([:]) }
        #expect(throws: RelayError(.sessionNotSupported)) { try watch.updateApplicationContext(["x": nil]) }
        close(link)
        close(listening.take())
        try bench.hub(wakePhone: {})
        watch.activate()
        #expect(try await eventually { watch.activationState == .activated })
        try watch.updateApplicationContext(["n": 1])
    }

    @Test("7002: told by a hub to a program of another version")
    func anotherProgram() async throws {
        try bench.hub()
        let link = RelayLink(try UnixSocket.connect(path).take())
        _ = [UInt8]("NJ".utf8 + [9, 1, 0, 0, 0, 0]).withUnsafeBytes {
            send(link.descriptor, $0.baseAddress, $0.count, 0)
        }
        var told: [RelayPacket] = []
        _ = try await eventually {
            switch link.receive() {
            case .packets(let packets): told += packets
            case .malformed(let packets, _), .ended(let packets):
                told += packets
                return true
            }
            return false
        }
        #expect(told == [.failure(id: nil, code: .sessionNotSupported)])
    }

    @Test("7002: a system without room for a session fails all that is asked")
    func noRoom() async throws {
        let session = RelaySession(unsupported: .watch)
        let eventLog = RelayEventLog()
        session.delegate = eventLog
        session.activate()
        await #expect(throws: RelayError(.sessionNotSupported)) { try await session.sendMessage([:]) }
        await #expect(throws: RelayError(.sessionNotSupported)) { try await session.transferUserInfo([:]).stored() }
        #expect(session.activationState == .notActivated)
    }

    @Test("7015: more than may wait, of user infos and of files")
    func noSpace() async throws {
        try bench.hub()
        let file = bench.path + ".bin"
        defer { unlink(file) }
        try await bench.visit(.watch)
        let phone = try session(.phone, RelayEventLog())
        #expect(try await eventually { phone.isWatchAppInstalled })
        // A file of holes: as long as it says, and no larger than nothing.
        let descriptor = open(file, O_CREAT | O_WRONLY | O_CLOEXEC, 0o600)
        #expect(ftruncate(descriptor, off_t(RelayLimits.waitingFileBytes) + 1) == 0)
        close(descriptor)
        await #expect(throws: RelayError(.insufficientSpace)) { try await phone.transferFile(file).stored() }
        var machine = RelaySessionStateMachine(hello: RelayHello(role: .phone, session: "s"), replyTimeout: .zero)
        #expect(machine.transfer("a", nil, bytes: RelayLimits.waitingBytes) == nil)
        #expect(machine.transfer("b", nil, bytes: 1) == RelayError(.insufficientSpace))
    }

    @Test("7019: a watch app that has no companion, before 7018 and whatever is sent")
    func watchOnly() async throws {
        try bench.hub()
        let eventLog = RelayEventLog()
        let watch = try RelaySession(role: .watch, path: path, isWatchOnly: true)
        watch.delegate = eventLog
        watch.activate()
        #expect(try await eventually { watch.activationState == .activated })
        for _ in 0..<2 {
            await #expect(throws: RelayError(.watchOnlyApp)) { try await watch.sendMessage(["x": nil]) }
            await #expect(throws: RelayError(.watchOnlyApp)) { try await watch.transferUserInfo([:]).stored() }
            #expect(throws: RelayError(.watchOnlyApp)) { try watch.updateApplicationContext([:]) }
            try await bench.visit(.phone)
        }
        watch.invalidate()
    }

    @Test("7016: a session that was ended answers everything at once")
    func ended() async throws {
        try bench.hub(wakePhone: {})
        let watch = try session(.watch, RelayEventLog())
        #expect(try await eventually { watch.isCompanionAppInstalled })
        watch.invalidate()
        await #expect(throws: RelayError(.sessionInactive)) { try await watch.sendMessage([:]) }
        await #expect(throws: RelayError(.sessionInactive)) { try await watch.transferUserInfo([:]).stored() }
        await #expect(throws: RelayError(.sessionInactive)) { try await watch.ask(["what": "status"]) }
        #expect(watch.outstandingUserInfoTransfers.isEmpty)
    }

    @Test("has a number and words for each of its nineteen, in Apple's domain")
    func numbers() {
        #expect(RelayError.Code.allCases.map(\.rawValue) == Array(7001...7019))
        for code in RelayError.Code.allCases { #expect("\(RelayError(code))".hasSuffix(" (\(code.rawValue)).")) }
        #expect(RelayError.errorDomain == "WCErrorDomain")
    }

    private func accepted(_ listening: Int32) async throws -> Int32? {
        var descriptor: Int32 = -1
        _ = try await eventually {
            descriptor = accept4(listening, .init(__sockaddr__: nil), nil, 0)
            return descriptor >= 0
        }
        return descriptor >= 0 ? descriptor : nil
    }
}
