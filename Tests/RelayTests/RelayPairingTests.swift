import Documents
import Runtime
import Testing

@testable import Relay

@Suite("Pairing and changing watches")
struct RelayPairingTests: RelaySessionSuite {
    let bench = RelayTestSessions()

    @Test("takes a code once, for two minutes, five attempts, and ten a minute in all")
    func codes() {
        var codes = RelayPairingCodes()
        func claim(_ digits: String, _ now: Double) -> RelayPairingCodes.Claim { codes.claim(digits, now: now) }
        func offer(_ now: Double) -> String { codes.offer(now: now) }
        #expect(claim("123456", 0) == .none)
        let code = offer(100)
        #expect(code.utf8.count == 6 && code.utf8.allSatisfy { (48...57).contains($0) })
        let wrong = code == "000000" ? "000001" : "000000"
        #expect(claim(wrong, 101) == .wrong(left: 4))
        #expect(claim(code, 102) == .right)
        #expect(claim(code, 103) == .none)
        let late = offer(200)
        #expect(claim(late, 320) == .none)
        let guessed = offer(400)
        let bad = guessed == "000000" ? "000001" : "000000"
        for left in (0..<5).reversed() { #expect(claim(bad, 401) == .wrong(left: left)) }
        #expect(claim(guessed, 402) == .none)
        for _ in 0..<4 { _ = claim(bad, 403) }
        #expect(claim(offer(404), 404) == .tooMany)
        #expect(claim(offer(470), 470) == .right)
    }

    @Test("pairs a watch by the code, lets it in by its token alone, and forgets it when it is unpaired")
    func pair() async throws {
        try bench.hub()
        let eventLog = RelayEventLog()
        let phone = try bench.session(.phone, eventLog)
        #expect(try await eventually { phone.activationState == .activated })
        await #expect(throws: RelayError(.deviceNotPaired)) { try await phone.sendMessage([:]) }
        let code = try #require(try await phone.ask(["what": "pair"]).object?["code"]?.string)
        let answer = try await phone.ask(["what": "claim", "code": .string(code), "name": "Mine"])
        let name = try #require(answer.object?["watch"]?.string)
        let token = try #require(answer.object?["token"]?.string)
        #expect(token.utf8.count == 64)
        #expect(try await eventually { phone.isPaired && !phone.isWatchAppInstalled })
        await #expect(throws: RelayError(.watchAppNotInstalled)) { try await phone.sendMessage([:]) }
        let refused = RelayEventLog()
        let stranger = try bench.session(.watch, refused, watch: name, token: String(repeating: "0", count: 64))
        #expect(try await eventually { refused.all.contains("activated 0 7005") })
        #expect(stranger.activationState == .notActivated)
        let own = RelayEventLog { _, reply in reply(["hrv": 40]) }
        let watch = try bench.session(.watch, own, watch: name, token: token)
        #expect(try await eventually { watch.isReachable && phone.isReachable })
        #expect(try await phone.sendMessage(["request": "hrv"]) == ["hrv": 40])
        _ = try await phone.ask(["what": "unpair", "watch": .string(name)])
        #expect(try await eventually { own.all.contains("deactivated") && !phone.isPaired })
        await #expect(throws: RelayError(.deviceNotPaired)) { try await phone.sendMessage([:]) }
    }

    @Test("makes the phone inactive when another watch is worn, with a queue and a context for each")
    func change() async throws {
        try bench.hub()
        let eventLog = RelayEventLog()
        let phone = try bench.session(.phone, eventLog)
        let (gotA, gotB) = (RelayEventLog(), RelayEventLog())
        let a = try bench.session(.watch, gotA, watch: "a")
        #expect(try await eventually { phone.isReachable && phone.watch == "a" })
        try phone.updateApplicationContext(["for": "a"])
        #expect(try await eventually { gotA.all.contains(#"context {"for":"a"}"#) })
        a.invalidate()
        #expect(try await eventually { !phone.isReachable })
        try await phone.transferUserInfo(["for": "a"]).stored()
        let b = try bench.session(.watch, gotB, watch: "b")
        #expect(try await eventually { eventLog.all.contains("inactive") && eventLog.all.contains("deactivated") })
        await #expect(throws: RelayError(.notActivated)) { try await phone.sendMessage([:]) }
        #expect(throws: RelayError(.notActivated)) { try phone.updateApplicationContext([:]) }
        phone.activate()
        #expect(try await eventually { phone.isReachable && phone.watch == "b" && b.isReachable })
        #expect(phone.applicationContext.isEmpty)
        try phone.updateApplicationContext(["for": "b"])
        try await phone.transferUserInfo(["for": "b"]).stored()
        #expect(try await eventually { gotB.all.contains(#"info {"for":"b"}"#) && !b.hasContentPending })
        #expect(gotB.all.filter { $0.hasPrefix("info") || $0.hasPrefix("context") }.count == 2)
        let again = try bench.session(.watch, gotA, watch: "a")
        #expect(try await eventually { gotA.all.contains(#"info {"for":"a"}"#) && !again.hasContentPending })
        #expect(again.receivedApplicationContext == ["for": "a"])
        #expect(!gotA.all.contains { $0.contains(#""b""#) })
    }

    @Test("counts anew for the next watch when the one that was worn is unpaired")
    func unpairWorn() async throws {
        try bench.hub()
        let eventLog = RelayEventLog()
        let phone = try bench.session(.phone, eventLog)
        let a = try bench.session(.watch, RelayEventLog(), watch: "a")
        #expect(try await eventually { phone.isReachable && a.isReachable })
        try phone.updateApplicationContext(["n": 1])
        for number in 1...3 { a.transferUserInfo(["a": .number(Double(number))]) }
        #expect(try await eventually { eventLog.all.contains(#"info {"a":3}"#) && !phone.hasContentPending })
        _ = try await phone.ask(["what": "unpair", "watch": "a"])
        #expect(try await eventually { !phone.isPaired })
        let gotB = RelayEventLog()
        let b = try bench.session(.watch, gotB, watch: "b")
        #expect(try await eventually { eventLog.all.contains("deactivated") })
        phone.activate()
        #expect(try await eventually { phone.isReachable && b.isReachable })
        #expect(phone.applicationContext.isEmpty)
        // An equal context is news to another watch, and its transfers are counted from 1.
        try phone.updateApplicationContext(["n": 1])
        b.transferUserInfo(["b": 1])
        #expect(try await eventually { gotB.all.contains(#"context {"n":1}"#) })
        #expect(try await eventually { eventLog.all.contains(#"info {"b":1}"#) })
    }

    @Test("counts anew when a watch is unpaired and paired again while the phone's program stays")
    func pairedAgain() async throws {
        try bench.hub()
        let eventLog = RelayEventLog()
        let phone = try bench.session(.phone, eventLog)
        let first = try bench.session(.watch, RelayEventLog(), watch: "a")
        #expect(try await eventually { phone.isReachable && first.isReachable })
        try first.updateApplicationContext(["run": 1])
        for number in 1...3 { first.transferUserInfo(["first": .number(Double(number))]) }
        #expect(try await eventually { eventLog.all.contains(#"info {"first":3}"#) && !phone.hasContentPending })
        _ = try await phone.ask(["what": "unpair", "watch": "a"])
        #expect(try await eventually { !phone.isPaired })
        let second = try bench.session(.watch, RelayEventLog(), watch: "a")
        #expect(try await eventually { phone.isReachable && second.isReachable })
        try second.updateApplicationContext(["run": 2])
        second.transferUserInfo(["second": 1])
        #expect(try await eventually { eventLog.all.contains(#"info {"second":1}"#) })
        #expect(try await eventually { phone.receivedApplicationContext == ["run": 2] })
        #expect(phone.activationState == .activated && !eventLog.all.contains("deactivated"))
        #expect(try await eventually { second.outstandingUserInfoTransfers.isEmpty })
    }

    @Test("reaches each side by its own rule, and looks again when it sends")
    func reach() async throws {
        let hub = try bench.hub(wakePhone: {})
        let phone = try bench.session(.phone, RelayEventLog { _, reply in reply(["ok": true]) })
        let watch = try bench.session(.watch, RelayEventLog { _, reply in reply(["ok": true]) })
        #expect(try await eventually { watch.isReachable && phone.isReachable })
        // The wrist is lowered and raised within a moment.
        for isForeground in [false, true, false] { watch.isForeground = isForeground }
        #expect(try await eventually { !watch.isReachable && !phone.isReachable })
        await #expect(throws: RelayError(.notReachable)) { try await phone.sendMessage([:]) }
        await #expect(throws: RelayError(.notReachable)) { try await watch.sendMessage([:]) }
        watch.isForeground = true
        #expect(try await eventually { watch.isReachable && phone.isReachable })
        #expect(try await phone.sendMessage([:]) == ["ok": true])
        // A phone's program need not run: it is started.
        phone.invalidate()
        #expect(try await eventually { hub.connected == [.watch] })
        #expect(watch.isReachable)
    }
}
