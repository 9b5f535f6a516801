import Signals
import Testing

@testable import Devices

@Suite struct AxivityLineTests {
    private func sent(_ actions: [AxivityLine.Action]) -> [String] {
        actions.compactMap {
            guard case .send(let bytes, _, _) = $0 else { return nil }
            return String(decoding: bytes, as: UTF8.self)
        }
    }

    private func identified(_ number: UInt32 = 12_345) -> AxivityLine {
        var line = AxivityLine()
        _ = line.submit(AxivityCommand.identity.request)
        line.receive(Array("ID=CWA,17,48,\(number),0\r\n".utf8))
        _ = line.takeActions()
        return line
    }

    private func confirmation(_ number: UInt32 = 12_345) throws -> AxivityConfirmation {
        try AxivityConfirmation(
            typed: String(number), for: AxivityIdentity(line: "ID=CWA,17,48,\(number),0"))
    }

    @Test func oneRequestIsUnderWayAtATime() {
        var line = AxivityLine()
        let first = line.submit(AxivityCommand.identity.request)
        let second = line.submit(AxivityCommand.battery.request)
        #expect(sent(line.takeActions()) == ["\r\nID\r\n"])
        line.receive(Array("ID=CWA,17,48,1,0\r".utf8))
        let actions = line.takeActions()
        #expect(actions.first == .reply(["ID=CWA,17,48,1,0"], ticket: first))
        #expect(sent(actions) == ["\r\nSAMPLE 1\r\n"])
        line.receive(Array("\n$BATT=697,4083,mV,100,1\r\n".utf8))
        #expect(line.takeActions() == [.reply(["$BATT=697,4083,mV,100,1"], ticket: second)])
    }

    @Test func linesThatAnswerNothingArePassedOver() {
        var line = AxivityLine()
        _ = line.submit(AxivityCommand.battery.request)
        _ = line.takeActions()
        line.receive(Array("12,3,255\r\n$TIME=2024/03/04,22:15:00\r\nOK\r\n".utf8))
        #expect(line.takeActions().isEmpty)
        #expect(line.ignored == 3)
    }

    @Test func anErrorEndsARequest() {
        var line = AxivityLine()
        let ticket = line.submit(AxivityCommand.log.request)
        line.receive(Array("ERROR: Unknown command: LOG\r\n".utf8))
        #expect(line.takeActions().last == .fail(.refused("Unknown command: LOG"), ticket: ticket))
    }

    @Test func whatSomebodyElseSaidWrongIsNotOurError() {
        var line = AxivityLine()
        let ticket = line.submit(AxivityCommand.identity.request)
        line.receive(Array("ERROR: Unknown command: 12,-30\r\nID=CWA,17,48,5,0\r\n".utf8))
        #expect(line.takeActions().last == .reply(["ID=CWA,17,48,5,0"], ticket: ticket))
    }

    @Test func aCommitIsOverOnlyWithALineThatIsExactlyThat() throws {
        var line = identified()
        let ticket = line.submit(AxivityCommand.commit(try confirmation()).request)
        line.receive(Array("COMMIT: Delayed activation.\r\nCOMMITTED\r\n".utf8))
        #expect(sent(line.takeActions()) == ["\r\nCOMMIT\r\n"])
        line.receive(Array("COMMIT\r\n".utf8))
        #expect(line.takeActions() == [.reply(["COMMIT"], ticket: ticket)])
    }

    @Test func aRecorderThatRepeatsWhatItHearsIsNotTakenAtItsFirstWord() throws {
        var line = AxivityLine()
        _ = line.submit(AxivityCommand.identity.request)
        line.receive(Array("ID\r\nID=CWA,17,48,12345,0\r\n".utf8))
        _ = line.takeActions()
        let ticket = line.submit(AxivityCommand.commit(try confirmation()).request)
        _ = line.takeActions()
        line.receive(Array("COMMIT\r\nCOMMIT: Delayed activation.\r\n".utf8))
        #expect(line.takeActions().isEmpty)
        line.receive(Array("COMMIT\r\n".utf8))
        #expect(line.takeActions() == [.reply(["COMMIT"], ticket: ticket)])
    }

    @Test func nothingThatChangesARecorderIsSentBeforeItSaidWhoItIs() throws {
        var line = AxivityLine()
        let ticket = line.submit(AxivityCommand.eraseAndCommit(try confirmation()).request)
        #expect(line.takeActions() == [.fail(.notConfirmed(12_345, recorder: nil), ticket: ticket)])
    }

    @Test func aConfirmationForAnotherRecorderSendsNothing() throws {
        var line = identified(777)
        let ticket = line.submit(AxivityCommand.setSession(9, try confirmation()).request)
        #expect(line.takeActions() == [.fail(.notConfirmed(12_345, recorder: 777), ticket: ticket)])
    }

    @Test func aRecorderThatWasChangedForAnotherHasToSayWhoItIsAgain() throws {
        var line = identified()
        line.end(reason: "unplugged")
        let ticket = line.submit(AxivityCommand.commit(try confirmation()).request)
        #expect(line.takeActions() == [.fail(.notConfirmed(12_345, recorder: nil), ticket: ticket)])
    }

    @Test func onlyItsOwnNumberConfirmsARecorder() throws {
        let identity = try AxivityIdentity(line: "ID=CWA,17,48,12345,0")
        #expect(try AxivityConfirmation(typed: "axivity-12345", for: identity).number == 12_345)
        for typed in ["", "1234", "12346", "012345", "12345 ", "yes", "CWA17_12345"] {
            #expect(throws: Failure.self) { try AxivityConfirmation(typed: typed, for: identity) }
        }
    }

    @Test func everyRequestFitsIntoOneWriteAndHoldsNoLineEnd() throws {
        let confirmed = try confirmation()
        let wall = try #require(CivilTime(CivilDate(year: 2063, month: 12, day: 31), hour: 23, minute: 59, second: 59))
        let note = "a\r\nFORMAT WC\r\n" + String(repeating: "ü", count: 40)
        let requests = [
            AxivityCommand.identity.request, AxivityCommand.setClock(wall, confirmed).request,
            AxivityCommand.setNote(99, note, confirmed).request, AxivityCommand.setStart(.at(wall), confirmed).request,
            AxivityCommand.setSession(.max, confirmed).request, AxivityCommand.eraseAndCommit(confirmed).request,
            AxivityCommand.unlock(.max, confirmed).request,
            AxivityCommand.setRate(AxivityRate(code: 255, gyroscope: 2000), confirmed).request,
        ]
        for request in requests {
            #expect(request.bytes.count < 64)
            #expect(!request.text.utf8.contains { $0 < 0x20 || $0 > 0x7E })
        }
    }

    @Test func aLateReplyIsNotTakenForThatOfTheNextRequest() {
        var line = AxivityLine()
        let first = line.submit(AxivityCommand.clock.request)
        let second = line.submit(AxivityCommand.clock.request)
        _ = line.takeActions()
        line.expire(first)
        #expect(line.takeActions() == [.fail(.silent(seconds: 2), ticket: first), .rest(seconds: 0.5)])
        line.receive(Array("$TIME=2024/03/04,22:15:00.000\r\n".utf8))
        #expect(line.takeActions().isEmpty)
        line.rested()
        #expect(sent(line.takeActions()).count == 1)
        line.expire(first)
        #expect(line.takeActions().isEmpty)
        line.receive(Array("$TIME=2024/03/04,22:15:02.000\r\n".utf8))
        #expect(line.takeActions() == [.reply(["$TIME=2024/03/04,22:15:02.000"], ticket: second)])
    }

    @Test func aStreamFlowsUntilTheNextRequest() {
        var line = AxivityLine()
        _ = line.submit(AxivityCommand.stream.request)
        _ = line.takeActions()
        line.receive(Array("1,2,3\r\nx,y\r\n4,5,6".utf8))
        #expect(line.takeActions().count == 1)
        _ = line.submit(AxivityCommand.identity.request)
        _ = line.takeActions()
        line.receive(Array("\r\n7,8,9\r\n".utf8))
        #expect(line.takeActions().isEmpty)
    }

    @Test func aLogIsAListWithAnEnd() {
        var line = AxivityLine()
        let ticket = line.submit(AxivityCommand.log.request)
        _ = line.takeActions()
        line.receive(Array("LOG,0,0x0201,a,b\r\nLOG,1,0x020A,a,b\r\nOK\r\n".utf8))
        #expect(line.takeActions() == [.reply(["LOG,0,0x0201,a,b", "LOG,1,0x020A,a,b"], ticket: ticket)])
    }

    @Test func aLineWithoutEndIsDroppedWholeAndTheNextIsRead() {
        var line = AxivityLine()
        _ = line.submit(AxivityCommand.identity.request)
        _ = line.takeActions()
        line.receive([UInt8](repeating: 0x49, count: 1_000_000))
        line.receive(Array("\r\nID=CWA,17,48,5,0\r\n".utf8))
        #expect(line.takeActions().count == 1)
        #expect(line.number == 5)
    }

    @Test func bytesOfAnyKindNeverTrap() {
        var generator = SplitMix64(seed: 7)
        for _ in 0..<300 {
            var line = AxivityLine()
            for _ in 0..<20 {
                _ = line.submit(
                    [AxivityCommand.identity.request, AxivityCommand.log.request].randomElement(using: &generator)
                        ?? AxivityCommand.stream.request)
                let count = Int.random(in: 0...80, using: &generator)
                line.receive(
                    (0..<count).map { _ in
                        Bool.random(using: &generator)
                            ? UInt8.random(in: 0...255, using: &generator)
                            : Array("ID=CWA,17\r\n".utf8).randomElement(using: &generator) ?? 13
                    })
                line.expire(Int.random(in: 0...30, using: &generator))
                if Bool.random(using: &generator) { line.rested() }
                _ = line.takeActions()
            }
            line.end(reason: "over")
            #expect(line.number == nil)
        }
    }
}
