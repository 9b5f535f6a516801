import Documents
import Foundation
import Runtime
import Synchronization
import Testing

@testable import Relay

@Suite("Relay as WatchConnectivity promises it")
struct RelayContractTests: RelaySessionSuite {
    let bench = RelayTestSessions()

    /// Looks at its session in each call.
    private final class Onlooker: RelaySessionDelegate {
        let seen = Mutex<[String]>([])
        private func see(_ what: String, _ session: RelaySession) {
            seen.withLock {
                $0.append(
                    "\(what) \(session.activationState.rawValue) \(session.outstandingUserInfoTransfers.count) "
                        + "\(session.outstandingFileTransfers.count)")
            }
        }
        func session(
            _ session: RelaySession, activationDidCompleteWith state: RelaySession.ActivationState, error: RelayError?
        ) { see("activated", session) }
        func sessionDidBecomeInactive(_ session: RelaySession) { see("inactive", session) }
        func sessionDidDeactivate(_ session: RelaySession) {
            see("deactivated", session)
            session.activate()
        }
    }

    @Test("an end is told once, although the hub is killed before it has written that it was heard")
    func endsOnce() {
        for kept in 0...2 {
            var simulation = RelaySimulation()
            simulation.settle()
            for number in 0..<30 { simulation.transfer("\(number)", from: .phone) }
            for _ in 0..<40 { simulation.deliver(from: .phone) }
            simulation.sync()
            for _ in 0..<40 { simulation.deliver(to: .watch) }
            simulation.acknowledge(.watch)
            for _ in 0..<40 { simulation.deliver(from: .watch) }
            simulation.sync()
            for _ in 0..<80 { simulation.deliver(to: .phone) }
            simulation.acknowledge(.phone)
            simulation.deliver(from: .phone)
            simulation.killHub(keeping: kept)
            simulation.settle()
            simulation.killHub(keeping: kept)
            simulation.settle()
            let ends = simulation.sides[.phone]?.ends ?? []
            #expect(ends.count == 30 && Set(ends).count == 30)
            #expect(simulation.sides[.watch]?.received.count == 30)
        }
    }

    @Test("a file that shrinks while it is taken in ends once, with 7013")
    func shrinkingFile() async throws {
        try bench.hub()
        try await bench.visit(.watch)
        let log = RelayEventLog()
        let phone = try session(.phone, log)
        #expect(try await eventually { phone.isWatchAppInstalled })
        let file = path + ".dat"
        defer { try? FileManager.default.removeItem(atPath: file) }
        for number in 0..<4 {
            _ = FileManager.default.createFile(atPath: file, contents: nil)
            #expect(truncate(file, 60_000_000) == 0)
            let transfer = phone.transferFile(file)
            // On a thread of its own: a task may wait for its turn longer than the whole file takes.
            let isCut = await withCheckedContinuation { continuation in
                Thread.detachNewThread {
                    while transfer.fractionCompleted == 0, transfer.isTransferring { usleep(100) }
                    continuation.resume(returning: truncate(file, 1000) == 0)
                }
            }
            #expect(isCut)
            #expect(try await eventually { !transfer.isTransferring })
            // What was asked after it is answered after it.
            _ = try await phone.ask(["what": "status"])
            #expect(log.all.filter { $0.hasPrefix("finished") }.count == number + 1)
        }
        #expect(log.all.filter { $0.hasPrefix("finished") }.allSatisfy { $0.hasSuffix(" 7013") })
    }

    @Test("what waits is listed once the session is activated, and never before")
    func outstandingAtActivation() async throws {
        try bench.hub()
        try await bench.visit(.watch)
        let file = path + ".txt"
        defer { try? FileManager.default.removeItem(atPath: file) }
        _ = FileManager.default.createFile(atPath: file, contents: Data("night".utf8))
        let first = try session(.phone, RelayEventLog())
        #expect(try await eventually { first.isWatchAppInstalled })
        try first.updateApplicationContext(["n": 1])
        try await first.transferUserInfo(["n": 1]).stored()
        try await first.transferUserInfo(["n": 2]).stored()
        try await first.transferFile(file).stored()
        first.invalidate()
        let onlooker = Onlooker()
        let second = try RelaySession(role: .phone, path: path)
        second.delegate = onlooker
        second.activate()
        #expect(try await eventually { !onlooker.seen.withLock { $0.isEmpty } })
        #expect(onlooker.seen.withLock { $0 } == ["activated 2 2 1"])
        second.invalidate()
    }

    @Test("a switch of watches is seen state by state, and both watches hear their own")
    func switchOfWatches() async throws {
        try bench.hub()
        let onlooker = Onlooker()
        let phone = try RelaySession(role: .phone, path: path)
        phone.delegate = onlooker
        phone.activate()
        let (left, right) = (RelayEventLog(), RelayEventLog())
        let first = try bench.session(.watch, left, watch: "left")
        #expect(try await eventually { phone.isReachable })
        phone.transferUserInfo(["to": "left"])
        #expect(try await eventually { left.all.contains(#"info {"to":"left"}"#) })
        let second = try bench.session(.watch, right, watch: "right")
        #expect(try await eventually { phone.watch == "right" && phone.isReachable })
        let states = onlooker.seen.withLock { seen in
            seen.map { $0.split(separator: " ").prefix(2).joined(separator: " ") }
        }
        #expect(states == ["activated 2", "inactive 1", "deactivated 0", "activated 2"])
        phone.transferUserInfo(["to": "right"])
        #expect(try await eventually { right.all.contains(#"info {"to":"right"}"#) })
        #expect(left.all.count { $0.hasPrefix("info") } == 1 && right.all.count { $0.hasPrefix("info") } == 1)
        // The watch that is left in front is worn again, without having to come anew.
        second.invalidate()
        for _ in 0..<8 where phone.watch != "left" { _ = try await eventually { phone.watch == "left" } }
        #expect(try await eventually { phone.isReachable && first.isReachable })
        phone.invalidate()
    }

    @Test("fifty of a day are fifty, whatever the clock is set to, and anew at midnight without a transfer")
    func budget() throws {
        var hub = RelayHubStateMachine()
        var links: [RelayRole: Int] = [:]
        for (link, role) in [RelayRole.watch, .phone].enumerated() {
            var hello = RelayHello(role: role, session: RelayID.random())
            hello.watch = role == .watch ? "local" : nil
            hub.opened(link)
            _ = hub.received(.hello(hello), from: link, now: 86_400 * 100 + 80_000, uptime: 50)
            links[role] = link
        }
        let phone = try #require(links[.phone])
        func left(_ actions: [RelayHubStateMachine.Action]) -> Int? {
            actions.compactMap { action -> Int? in
                guard case .send(phone, .status(let status)) = action else { return nil }
                return status.complications
            }.last
        }
        let info = RelayPacket.complication(id: "a-1", sequence: 0, payload: Array("{}".utf8))
        let day = 86_400.0
        #expect(left(hub.received(info, from: phone, now: day * 100 + 80_010, uptime: 60)) == 49)
        // The clock goes a day forward and back, and a year, while a minute passes.
        for step in [day, 0, -day, 0, 365 * day, 0, -365 * day] {
            _ = hub.advance(to: day * 100 + 80_020 + step, uptime: 70)
            #expect(hub.complicationsLeft(of: "local") == 49)
        }
        // Started again, it knows what was used, also where the clock shows another day before.
        for (shown, expected) in [(day * 100 + 80_030, 49), (day * 99, 49), (day * 101, 50)] {
            var again = RelayHubStateMachine(records: hub.snapshot)
            _ = again.advance(to: shown, uptime: 10)
            #expect(again.complicationsLeft(of: "local") == expected)
        }
        #expect(left(hub.advance(to: day * 100 + 86_399, uptime: 60 + 6_389)) == nil)
        #expect((hub.patience ?? .infinity) <= 2)
        #expect(left(hub.advance(to: day * 101, uptime: 60 + 6_391)) == 50)
    }

    @Test("a context that changed and changed back while its receiver was away is not brought again")
    func contextBack() {
        var simulation = RelaySimulation()
        simulation.settle()
        simulation.update("a", from: .phone)
        simulation.settle()
        simulation.kill(.watch)
        for text in ["b", "a"] {
            simulation.update(text, from: .phone)
            for _ in 0..<4 { simulation.deliver(from: .phone) }
            simulation.sync()
        }
        simulation.settle()
        #expect(simulation.sides[.watch]?.contexts == [#"{"n":"a"}"#])
        #expect(simulation.sides[.watch]?.machine?.receivedApplicationContext == Array(#"{"n":"a"}"#.utf8))
        simulation.kill(.watch)
        simulation.update("c", from: .phone)
        simulation.settle()
        #expect(simulation.sides[.watch]?.contexts == [#"{"n":"a"}"#, #"{"n":"c"}"#])
    }
}
