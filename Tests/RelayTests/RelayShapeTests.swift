import Documents
import Foundation
import Glibc
import Runtime
import Synchronization
import Testing

@testable import Relay

@Suite("What watch developers know of a session")
struct RelayShapeTests: RelaySessionSuite {
    let bench = RelayTestSessions()

    @Test("has a session of its own for the program, by its environment")
    func standard() async throws {
        try bench.hub(wakePhone: {})
        let socket = path
        let session = RelaySession.standard { name in
            ["NIGHTJAR_RELAY_SOCKET": socket, "NIGHTJAR_RELAY_WATCH": "mine", "NIGHTJAR_RELAY_ROLE": ""][name]
        }
        let eventLog = RelayEventLog()
        session.delegate = eventLog
        session.activate()
        #expect(try await eventually { session.isReachable })
        #expect(session.role == .watch && session.watch == "mine")
        let home = RelaySession.standard { $0 == "HOME" ? "/home/ada" : $0 == "NIGHTJAR_RELAY_ROLE" ? "phone" : nil }
        #expect(RelaySession.standard { _ in nil }.storage.state.withLock { !$0.machine.isSupported })
        #expect(home.role == .phone && home.storage.path == "/home/ada/.local/share/nightjar/relay.sock")
        #expect(RelaySession.isSupported() && RelaySession.default === RelaySession.default)
    }

    @Test("gives each watch a folder, which goes when it is unpaired, and ends what waited for it")
    func folder() async throws {
        try bench.hub()
        let eventLog = RelayEventLog()
        let phone = try session(.phone, eventLog)
        #expect(try await eventually { phone.activationState == .activated })
        #expect(phone.watchDirectoryURL == nil)
        let watch = try bench.session(.watch, RelayEventLog(), watch: "a")
        #expect(try await eventually { phone.isWatchAppInstalled })
        let folder = try #require(phone.watchDirectoryURL)
        #expect(folder.hasPrefix("/") && folder.hasSuffix("/watches/a") && watch.watchDirectoryURL == nil)
        try Data([1]).write(to: URL(fileURLWithPath: folder + "/kept"))
        watch.invalidate()
        #expect(try await eventually { !phone.isReachable })
        let transfer = phone.transferUserInfo(["n": 1])
        try await transfer.stored()
        _ = try await phone.ask(["what": "unpair", "watch": "a"])
        #expect(try await eventually { eventLog.all.contains(#"finished {"n":1} 7005"#) })
        #expect(try await eventually { access(folder, F_OK) != 0 })
        #expect(
            !transfer.isTransferring && phone.outstandingUserInfoTransfers.isEmpty && phone.watchDirectoryURL == nil)
    }

    @Test("tells the phone of its watch and the watch of its companion, each in its own words")
    func words() async throws {
        try bench.hub()
        let (onWatch, onPhone) = (RelayEventLog(), RelayEventLog())
        let watch = try session(.watch, onWatch)
        #expect(try await eventually { watch.activationState == .activated })
        #expect(!onWatch.all.contains("companion true"))
        let phone = try session(.phone, onPhone)
        #expect(try await eventually { onWatch.all.contains("companion true") })
        #expect(try await eventually { onPhone.all.contains("watch state true true true") })
        #expect(!onWatch.all.contains { $0.hasPrefix("watch state") })
        // The same watch comes with another face.
        let plain = try RelaySession(role: .watch, path: path, hasComplication: false)
        plain.delegate = onWatch
        plain.activate()
        #expect(
            try await eventually { onPhone.all.last { $0.hasPrefix("watch state") } == "watch state true true false" })
        #expect(!phone.isComplicationEnabled)
        plain.invalidate()
    }

    @Test("tells of reachability on every link anew, and cancels open messages when it becomes inactive")
    func reachability() async throws {
        var hub = try bench.hub(wakePhone: {})
        let asked = Mutex(0)
        let watchDiary = RelayEventLog { _, _ in asked.withLock { $0 += 1 } }
        let eventLog = RelayEventLog()
        let watch = try bench.session(.watch, watchDiary, watch: "a")
        let phone = try session(.phone, eventLog)
        #expect(try await eventually { phone.isReachable && watch.isReachable })
        hub.stop()
        #expect(try await eventually { !watch.isReachable && !phone.isReachable })
        hub = try bench.hub(wakePhone: {})
        #expect(
            try await eventually {
                watchDiary.all.filter { $0.hasPrefix("reachable") }
                    == ["reachable true", "reachable false", "reachable true"]
            })
        #expect(try await eventually { phone.isReachable })
        let open = Task { try await phone.sendMessage(["n": 1]) }
        #expect(try await eventually { asked.withLock { $0 } == 1 })
        let other = try bench.session(.watch, RelayEventLog(), watch: "b")
        await #expect(throws: RelayError(.sessionInactive)) { try await open.value }
        #expect(try await eventually { eventLog.all.contains("inactive") })
        #expect(!phone.isReachable)
        other.invalidate()
    }

    @Test("cancels what an earlier run has left, and what waits for another watch")
    func cancelEarlier() async throws {
        try bench.hub()
        try await bench.visit(.watch)
        let first = try session(.phone, RelayEventLog())
        #expect(try await eventually { first.isWatchAppInstalled })
        try await first.transferUserInfo(["n": 1]).stored()
        let face = first.transferCurrentComplicationUserInfo(["face": 1])
        try await face.stored()
        first.invalidate()
        let later = RelayEventLog()
        let phone = try session(.phone, later)
        #expect(try await eventually { phone.outstandingUserInfoTransfers.count == 2 })
        let left = phone.outstandingUserInfoTransfers
        #expect(left.map(\.isCurrentComplicationInfo) == [false, true])
        left[0].cancel()
        #expect(try await eventually { later.all.contains(#"finished {"n":1} 7001"#) })
        // Another watch is worn now.
        let other = try bench.session(.watch, RelayEventLog(), watch: "b")
        #expect(try await eventually { later.all.contains("deactivated") })
        phone.activate()
        #expect(try await eventually { phone.watch == "b" && phone.activationState == .activated })
        left[1].cancel()
        #expect(try await eventually { later.all.contains(#"finished {"face":1} 7001"#) })
        #expect(phone.outstandingUserInfoTransfers.isEmpty)
        other.invalidate()
    }

    @Test("says that it left the front also when it did so while it was being greeted")
    func leavingEarly() {
        var machine = RelaySessionStateMachine(
            hello: RelayHello(role: .watch, session: "s"), replyTimeout: .seconds(1))
        _ = machine.activate()
        _ = machine.connected()
        #expect(machine.setForeground(false).isEmpty)
        let status = RelayStatus(watch: "local", journal: "j")
        #expect(machine.received(.welcome(status)).contains(.write(.presence(false))))
        #expect(!machine.received(.welcome(status)).contains(.write(.presence(false))))
        #expect(machine.setForeground(true) == [.write(.presence(true))])
    }

    @Test("has content pending until the delegate has had a message")
    func pending() throws {
        var machine = RelaySessionStateMachine(
            hello: RelayHello(role: .watch, session: "s"), replyTimeout: .seconds(1))
        _ = machine.activate()
        _ = machine.connected()
        var status = RelayStatus(watch: "local", journal: "j")
        (status.isPaired, status.isInstalled, status.isReachable) = (true, true, true)
        _ = machine.received(.welcome(status))
        #expect(!machine.hasContentPending)
        for packet in [
            RelayPacket.message(id: 1, wantsReply: false, isData: true, payload: [1]),
            .complication(id: "c", sequence: 1, payload: Array("{}".utf8)),
        ] {
            let notices = machine.received(packet)
            #expect(notices.count == 1 && machine.hasContentPending)
            machine.told()
            #expect(!machine.hasContentPending)
        }
    }
}
