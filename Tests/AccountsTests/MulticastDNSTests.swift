import Testing

@testable import Accounts

@Suite("A name on the local network")
struct MulticastDNSTests {
    private static let four: [UInt8] = [192, 168, 7, 9]
    private static let six: [UInt8] = [0xFE, 0x80] + Array(repeating: 0, count: 13) + [9]
    private let both = MulticastDNS(name: "Nightjar.local", addresses: [four, six])

    private func label(_ text: String) -> [UInt8] { [UInt8(text.utf8.count)] + Array(text.utf8) }

    private func question(_ name: String = "nightjar", kind: UInt8 = 1) -> [UInt8] {
        [0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0] + label(name) + label("LOCAL") + [0, 0, kind, 0, 1]
    }

    private func message(_ bytes: [UInt8]) throws -> MulticastDNSMessage { try #require(MulticastDNSMessage(bytes)) }

    /// A claim that has won its name.
    private func held(_ names: [String] = ["nightjar.local", "box.local"]) -> NameClaim {
        var claim = NameClaim(names: names, networks: [2: [Self.four, Self.six]], now: 0, delay: 0)
        for step in 0..<5 { _ = claim.advance(to: Double(step) * 0.25) }
        return claim
    }

    @Test("says its addresses of both families, and what it has none of")
    func announcement() throws {
        let told = try message(both.announcement)
        #expect(told.isResponse && told.answers.map(\.kind) == [1, 28] && told.answers.map(\.lifetime) == [120, 120])
        #expect(told.answers.map(\.data) == [Self.four, Self.six])
        let single = try message(MulticastDNS(name: "nightjar.local", addresses: [Self.four]).announcement)
        #expect(single.answers.map(\.kind) == [1, 47])
        // There is a record of type A and of no other.
        #expect(single.answers[1].data == label("nightjar") + label("local") + [0, 0, 1, 0x40])
        let other = try message(MulticastDNS(name: "nightjar.local", addresses: [Self.six]).announcement)
        #expect(other.answers[1].data.suffix(6) == [0, 4, 0, 0, 0, 8])
    }

    @Test("hears who asks for the name, in one piece or by a pointer, and nobody else")
    func questions() throws {
        for kind: UInt8 in [1, 28, 255] { #expect(both.asked(by: try message(question(kind: kind))) == Int(kind)) }
        #expect(both.asked(by: try message(question(kind: 16))) == nil)
        #expect(both.asked(by: try message(question("other"))) == nil)
        let two: [UInt8] = [0, 0, 0, 0, 0, 2, 0, 0, 0, 0, 0, 0]
        let pointed = two + label("x") + label("local") + [0, 0, 1, 0, 1] + label("nightjar") + [0xC0, 14, 0, 1, 0, 1]
        #expect(both.asked(by: try message(pointed)) == 1)
        // A text is asked for first, and then what there is.
        let second = two + question(kind: 16).dropFirst(12) + [0xC0, 12, 0, 28, 0, 1]
        #expect(both.asked(by: try message(second)) == 28)
        #expect(both.asked(by: try message([0, 0, 0x84] + question().dropFirst(3))) == nil)
    }

    @Test("takes no message that is cut short or points nowhere")
    func broken() {
        let whole = both.probe
        for count in 0..<whole.count { #expect(MulticastDNSMessage(Array(whole[..<count])) == nil) }
        let head = Array(question().prefix(12))
        #expect(MulticastDNSMessage(head + [0xC0, 12, 0, 1, 0, 1]) == nil)
        #expect(MulticastDNSMessage(head + [63, 1, 2]) == nil)
        #expect(MulticastDNSMessage([0, 0, 0, 0, 0xFF, 0xFF, 0, 0, 0, 0, 0, 0]) == nil)
    }

    @Test("answers a plain resolver what it asked, with its number, for ten seconds")
    func plain() throws {
        let bytes = both.plainAnswer(to: [0x12, 0x67] + question().dropFirst(2), kind: 1)
        #expect(bytes.prefix(12) == [0x12, 0x67, 0x84, 0, 0, 1, 0, 1, 0, 0, 0, 0])
        #expect(bytes.suffix(14) == [0, 1, 0, 1, 0, 0, 0, 10, 0, 4] + Self.four)
        let none = try message(
            MulticastDNS(name: "nightjar.local", addresses: [Self.four]).plainAnswer(
                to: question(kind: 28), kind: 28))
        #expect(none.answers.map(\.kind) == [47])
    }

    @Test("probes three times a quarter of a second apart, then has the name and says so twice")
    func winning() throws {
        var claim = NameClaim(names: ["Nightjar.local"], networks: [2: [Self.four]], now: 10, delay: 0.2)
        #expect(claim.advance(to: 10).isEmpty && claim.deadline == 10.2)
        for moment in [10.2, 10.45, 10.7] {
            #expect(claim.advance(to: moment) == [.probe] && !claim.isHeld)
            #expect(claim.received(try message(question()), on: 2, now: moment).isEmpty)
        }
        #expect(claim.advance(to: 10.95) == [.won("nightjar.local"), .announce] && claim.isHeld)
        #expect(claim.advance(to: 11.95) == [.announce])
        #expect(claim.deadline == .infinity)
        let probe = try message(both.probe)
        #expect(probe.questions == [.init(name: "nightjar.local", kind: 255)] && probe.authorities.count == 2)
        #expect(!probe.isResponse)
    }

    @Test("answers at most once a second, not who knows it already, and defends its name at once")
    func answering() throws {
        var claim = held()
        #expect(claim.received(try message(question()), on: 2, now: 10) == [.announce])
        #expect(claim.received(try message(question()), on: 2, now: 10.5).isEmpty)
        #expect(claim.received(try message(question(kind: 28)), on: 2, now: 11) == [.announce])
        let rival = MulticastDNS(name: "nightjar.local", addresses: [[192, 168, 7, 200]])
        #expect(claim.received(try message(rival.probe), on: 2, now: 11.1) == [.announce])
        // The same question with what is known below it.
        let known =
            [0, 0, 0, 0, 0, 1, 0, 2] + [0, 0, 0, 0] + question().dropFirst(12) + both.announcement.dropFirst(12)
        #expect(claim.received(try message(known), on: 2, now: 20).isEmpty)
    }

    @Test("takes its next name when somebody has the first, and hears itself without worry")
    func losing() throws {
        var claim = NameClaim(
            names: ["nightjar.local", "box.local"], networks: [2: [Self.four, Self.six]], now: 0, delay: 0)
        _ = claim.advance(to: 0)
        #expect(claim.received(try message(both.announcement), on: 2, now: 0.1).isEmpty)
        let other = MulticastDNS(name: "nightjar.local", addresses: [[192, 168, 7, 200]])
        #expect(claim.received(try message(other.announcement), on: 2, now: 0.1) == [.lost("nightjar.local")])
        #expect(claim.name == "box.local" && claim.advance(to: 0.1) == [.probe])
        let last = MulticastDNS(name: "box.local", addresses: [[192, 168, 7, 200]])
        #expect(claim.received(try message(last.announcement), on: 2, now: 0.2) == [.lost("box.local")])
        #expect(claim.name == nil && claim.advance(to: 100).isEmpty)
    }

    @Test("asks again when somebody else uses its name, and gives it up only when that one answers")
    func conflict() throws {
        let other = MulticastDNS(name: "nightjar.local", addresses: [[192, 168, 7, 200]])
        var claim = held()
        #expect(claim.received(try message(other.announcement), on: 2, now: 5).isEmpty)
        #expect(!claim.isHeld && claim.advance(to: 5) == [.probe])
        var silent = claim
        for moment in [5.25, 5.5] { #expect(silent.advance(to: moment) == [.probe]) }
        #expect(silent.advance(to: 5.75) == [.won("nightjar.local"), .announce])
        #expect(claim.received(try message(other.announcement), on: 2, now: 5.1) == [.lost("nightjar.local")])
        // Somebody who does so on and on gets a rest in return.
        var nagged = held(Array(repeating: "nightjar.local", count: 40))
        for _ in 0..<15 { _ = nagged.received(try message(other.announcement), on: 2, now: 5) }
        #expect(nagged.deadline == 10)
    }

    @Test("settles with one that probes at the same time: the later in order has the name")
    func simultaneous() throws {
        func probing(_ address: [UInt8]) -> NameClaim {
            var claim = NameClaim(names: ["nightjar.local"], networks: [2: [address]], now: 0, delay: 0)
            _ = claim.advance(to: 0)
            return claim
        }
        var (low, high) = (probing([10, 0, 0, 1]), probing([10, 0, 0, 2]))
        let lowProbe = try message(MulticastDNS(name: "nightjar.local", addresses: [[10, 0, 0, 1]]).probe)
        let highProbe = try message(MulticastDNS(name: "nightjar.local", addresses: [[10, 0, 0, 2]]).probe)
        #expect(low.received(highProbe, on: 2, now: 0.1).isEmpty && low.deadline == 1.1)
        #expect(high.received(lowProbe, on: 2, now: 0.1).isEmpty && high.deadline == 0.25)
        // Its own words come back to it.
        #expect(high.received(highProbe, on: 2, now: 0.1).isEmpty && high.deadline == 0.25)
        #expect(low.advance(to: 1.1) == [.probe])
    }
}
