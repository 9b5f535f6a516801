import Bluetooth
import TestKit
import Testing

@Suite(.enabled(if: TestData.isAvailable, "needs real dialogues"))
struct TranscriptTests {
    @Test("The attribute table of a real device comes out as it is", arguments: Transcript.names)
    func table(name: String) throws {
        let transcript = try Transcript(name)
        var peer = TranscriptPeer(transcript)
        var bearer = Bearer()
        bearer.serve(&peer)
        let database = try #require(bearer.database)
        #expect(database == transcript.database)
        #expect(database.services.count >= 5)
        // All questions of the discovery itself were really answered by the device: only these four were never asked.
        #expect(
            peer.unknown.allSatisfy {
                $0[0] == 0x02 || $0.suffix(2) == [0x2A, 0x2B] || $0.suffix(2) == [0x26, 0x2A] || $0[0] == 0x12
            })
    }

    @Test(
        "A device that asks in the middle of our discovery is answered, and its table comes out right",
        arguments: Transcript.names)
    func questions(name: String) throws {
        let transcript = try Transcript(name)
        var peer = TranscriptPeer(transcript)
        // What the watch asks of a phone: unit, services, characteristics, one value; something unknown; a command.
        peer.questions = [
            "02 1700", "10 0100 ffff 0028", "06 0100 ffff 0028 0518", "08 0100 ffff 0328", "04 0100 ffff",
            "0a 0300", "0a ff00", "16 0300 0000 41", "3f 00", "52 0300 00", "7f",
        ].map(bytes)
        let commands = 2
        let asked = peer.questions.count
        var bearer = Bearer()
        bearer.serve(&peer)
        #expect(try #require(bearer.database) == transcript.database)
        #expect(peer.questions.isEmpty)
        #expect(peer.replies.count == asked - commands)
        #expect(peer.replies.first == bytes("03 f700"))
        #expect(peer.replies.contains(bytes("01 0a ff00 01")))
        #expect(peer.replies.contains(bytes("01 16 0000 06")))
        #expect(peer.replies.contains(bytes("01 3f 0000 06")))
    }

    @Test("Each real protocol data unit is understood and comes out the same", arguments: Transcript.names)
    func roundTrip(name: String) throws {
        let all = try Transcript(name).all
        #expect(all.count > 130)
        for (_, pdu) in all {
            let message = try decode(pdu)
            #expect(message.pdu.bytes == pdu)
        }
    }

    @Test("All values that a device really sent are handed on, in order")
    func values() throws {
        let sent = try Transcript("horizon").all.filter { $0.isDevice && $0.pdu[0] == 0x1B }.map(\.pdu)
        #expect(sent.count == 1047)
        var bearer = Bearer()
        for pdu in sent { bearer.receive(pdu) }
        let values = bearer.actions.compactMap { action -> [UInt8]? in
            guard case .value(let handle, let value, Bearer.arrival) = action else { return nil }
            return [0x1B, UInt8(handle & 0xFF), UInt8(handle >> 8)] + value
        }
        #expect(values == sent)
    }

    @Test("No damage to a real dialogue does more than a typed error or a closed link", arguments: Transcript.names)
    func damage(name: String) throws {
        let transcript = try Transcript(name)
        var ends = 0
        var readies = 0
        for damage in 0..<150 {
            var peer = DamagingPeer(peer: TranscriptPeer(transcript), seed: UInt64(damage))
            var bearer = Bearer()
            bearer.serve(&peer)
            if bearer.database != nil { readies += 1 }
            if bearer.actions.contains(where: { if case .close = $0 { true } else { false } }) { ends += 1 }
            // No answer, no security, and no answer to what was asked then.
            for seconds in [31.0, 91, 31] { bearer.pass(seconds) }
            // Whatever happened, the session either is ready, has given up, or gives up when no answer comes.
            #expect(
                bearer.database != nil
                    || bearer.actions.contains { if case .close = $0 { true } else { false } })
        }
        #expect(ends > 0 && readies > 0)
    }

    @Test("The table of the real H10 comes out as it is, in far fewer requests than it has attributes")
    func polar() throws {
        let peer = try TablePeer.polar()
        var answering = peer.peer
        var bearer = Bearer(asking: 247)
        bearer.serve(&answering)
        let database = try #require(bearer.database)
        #expect(database == peer.database)
        #expect(bearer.session.transmissionUnit == 232)
        #expect(database.services.last?.handles == 0x4C...0xFFFF)
        #expect(database.characteristic(BluetoothUUID(0x2A37))?.configuration == 0x11)
        #expect(answering.asked.count < 40)
    }
}

/// Changes one bit of, cuts or repeats some of the answers of a peer.
private struct DamagingPeer: Peer {
    var peer: TranscriptPeer
    var seed: UInt64

    mutating func answer(_ pdu: [UInt8]) -> [[UInt8]] {
        peer.answer(pdu).flatMap { answer -> [[UInt8]] in
            var answer = answer
            switch random(below: 120) {
            case 0: answer[random(below: answer.count)] ^= 1 << UInt8(random(below: 8))
            case 1: answer.removeLast(random(below: answer.count) + 1)
            case 2: return [answer, answer]
            case 3: answer += (0..<random(below: 30)).map { _ in UInt8(random(below: 256)) }
            default: break
            }
            return [answer]
        }
    }

    private mutating func random(below limit: Int) -> Int {
        seed = seed &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
        return Int(seed >> 33) % limit
    }
}
