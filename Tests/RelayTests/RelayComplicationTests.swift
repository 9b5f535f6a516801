import Testing

@testable import Relay

@Suite("What goes to the watch's face first")
struct RelayComplicationTests: RelaySessionSuite {
    let bench = RelayTestSessions()

    private func infos(_ eventLog: RelayEventLog) -> [String] { eventLog.all.filter { $0.hasPrefix("info") } }

    @Test("goes before everything that waits, the newest first, also after the hub was started again")
    func order() async throws {
        var hub = try bench.hub()
        let sent = RelayEventLog()
        try await bench.visit(.watch)
        let phone = try bench.session(.phone, sent)
        #expect(try await eventually { phone.isWatchAppInstalled && phone.isComplicationEnabled })
        #expect(phone.remainingComplicationUserInfoTransfers == 50)
        for number in 1...3 { phone.transferUserInfo(["n": .number(Double(number))]) }
        let old = phone.transferCurrentComplicationUserInfo(["face": 1])
        #expect(old.isCurrentComplicationInfo)
        let new = phone.transferCurrentComplicationUserInfo(["face": 2])
        #expect(!old.isCurrentComplicationInfo && new.isCurrentComplicationInfo)
        try await new.stored()
        try await phone.transferUserInfo(["n": 4]).stored()
        #expect(try await eventually { phone.remainingComplicationUserInfoTransfers == 48 })
        hub.stop()
        hub = try bench.hub()
        #expect(try await eventually { phone.isWatchAppInstalled && phone.outstandingUserInfoTransfers.count == 6 })
        let got = RelayEventLog()
        let watch = try bench.session(.watch, got)
        #expect(try await eventually { infos(got).count == 6 && !watch.hasContentPending })
        #expect(
            infos(got) == [
                #"info {"face":2}"#, #"info {"n":1}"#, #"info {"n":2}"#, #"info {"n":3}"#, #"info {"face":1}"#,
                #"info {"n":4}"#,
            ])
        #expect(try await eventually { phone.outstandingUserInfoTransfers.isEmpty })
        #expect(sent.all.count { $0.hasPrefix("finished") && $0.hasSuffix(" 0") } == 6)
        #expect(phone.remainingComplicationUserInfoTransfers == 48)
    }

    @Test(
        "is an ordinary user info beyond the day's fifty, and where the face shows nothing", arguments: [true, false])
    func budget(hasComplication: Bool) async throws {
        try bench.hub()
        let face = try RelaySession(role: .watch, path: bench.path, hasComplication: hasComplication)
        let faceDiary = RelayEventLog()
        face.delegate = faceDiary
        face.activate()
        #expect(try await eventually { face.activationState == .activated })
        face.invalidate()
        let phone = try bench.session(.phone, RelayEventLog())
        #expect(try await eventually { phone.isWatchAppInstalled })
        #expect(phone.isComplicationEnabled == hasComplication)
        #expect(phone.remainingComplicationUserInfoTransfers == (hasComplication ? 50 : 0))
        if hasComplication {
            for number in 1...50 {
                phone.transferCurrentComplicationUserInfo(["face": .number(Double(number))]).cancel()
            }
            #expect(try await eventually { phone.outstandingUserInfoTransfers.isEmpty })
            #expect(try await eventually { phone.remainingComplicationUserInfoTransfers == 0 })
        }
        phone.transferUserInfo(["n": 1])
        let beyond = phone.transferCurrentComplicationUserInfo(["face": 0])
        #expect(!beyond.isCurrentComplicationInfo)
        try await beyond.stored()
        let got = RelayEventLog()
        let watch = try RelaySession(role: .watch, path: bench.path, hasComplication: hasComplication)
        watch.delegate = got
        watch.activate()
        #expect(try await eventually { infos(got).count == 2 })
        #expect(infos(got) == [#"info {"n":1}"#, #"info {"face":0}"#])
        watch.invalidate()
    }

    @Test("comes once although link, watch and hub break while it is under way")
    func once() {
        var simulation = RelaySimulation()
        simulation.settle()
        simulation.complication("face", from: .phone)
        for _ in 0..<4 { simulation.deliver(from: .phone) }
        simulation.sync()
        for _ in 0..<4 { simulation.deliver(to: .watch) }
        simulation.cut(.watch)
        simulation.settle()
        simulation.killHub(keeping: 0)
        simulation.settle()
        #expect(simulation.sides[.watch]?.faces == [#"{"n":"face"}"#])
        #expect(simulation.sides[.phone]?.ended.count == 1)
        simulation.complication("lost with the hub", from: .phone)
        simulation.killHub(keeping: 0)
        simulation.settle()
        #expect(simulation.sides[.watch]?.faces.count == 2)
    }
}
