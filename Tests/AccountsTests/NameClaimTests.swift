import Testing

@testable import Accounts

@Suite("A name on several networks, and on others than before")
struct NameClaimTests {
    private static let name = "nightjar.local"
    private static let wire: [UInt8] = [192, 168, 7, 9]
    private static let radio: [UInt8] = [192, 168, 7, 10]
    private static let six: [UInt8] = [0xFE, 0x80] + Array(repeating: 0, count: 13) + [9]

    private func said(_ addresses: [UInt8]...) -> MulticastDNS { MulticastDNS(name: Self.name, addresses: addresses) }

    private func claim(_ networks: [UInt32: [[UInt8]]], names: [String] = [name, "box.local"]) -> NameClaim {
        NameClaim(names: names, networks: networks, now: 0, delay: 0)
    }

    /// Lets time pass in steps of a quarter of a second.
    private func settle(_ claim: inout NameClaim, from start: Double = 0) -> [NameClaim.Action] {
        (0..<12).flatMap { claim.advance(to: start + Double($0) * 0.25) }
    }

    @Test("is won by a machine that hears its own probe on its other network")
    func twice() {
        var claim = claim([2: [Self.wire, Self.six], 3: [Self.radio]])
        for moment in [0, 0.25, 0.5] {
            #expect(claim.advance(to: moment) == [.probe])
            for (network, other) in [(UInt32(3), said(Self.wire, Self.six)), (2, said(Self.radio))] {
                #expect(claim.received(other.probe, on: network, now: moment).isEmpty)
            }
        }
        #expect(claim.advance(to: 0.75) == [.won(Self.name), .announce])
        #expect(claim.received(said(Self.radio).announcement, on: 2, now: 0.8).isEmpty && claim.isHeld)
        // Nobody defends a name against oneself.
        #expect(claim.received(said(Self.radio).probe, on: 2, now: 0.8) == [.announce])
        #expect(claim.received(said(Self.wire).probe, on: 3, now: 0.9).isEmpty)
    }

    @Test("goes to one of two machines that meet on one network, whatever else either is on")
    func rivals() {
        var near = claim([2: [[192, 168, 7, 9]], 3: [[10, 0, 0, 1]]])
        var far = claim([7: [[192, 168, 7, 8]]])
        _ = (near.advance(to: 0), far.advance(to: 0))
        _ = near.received(said([192, 168, 7, 8]).probe, on: 2, now: 0.1)
        _ = far.received(said([192, 168, 7, 9]).probe, on: 7, now: 0.1)
        #expect(near.deadline == 0.25 && far.deadline == 1.1)
    }

    @Test("is not lost to who says goodbye to it")
    func goodbye() throws {
        var claim = claim([2: [Self.wire]])
        #expect(claim.received(said([192, 168, 7, 200]).goodbye, on: 2, now: 0).isEmpty && claim.name == Self.name)
        _ = settle(&claim)
        #expect(claim.received(said([192, 168, 7, 200]).goodbye, on: 2, now: 9).isEmpty && claim.isHeld)
        let told = try #require(MulticastDNSMessage(said(Self.wire, Self.six).goodbye))
        #expect(told.isResponse && told.answers.map(\.lifetime) == [0, 0] && told.answers.allSatisfy(\.isAddress))
        #expect(claim.leave() == [.sayGoodbye] && !claim.isHeld && claim.leave().isEmpty)
    }

    @Test("waits for a network, and is claimed when one is there")
    func waiting() {
        var claim = claim([:])
        #expect(claim.deadline == .infinity && settle(&claim).isEmpty)
        #expect(claim.moved(to: [:], now: 50, delay: 0.1).isEmpty && claim.deadline == .infinity)
        #expect(claim.moved(to: [2: [Self.wire]], now: 50, delay: 0.1).isEmpty && claim.deadline == 50.1)
        #expect(settle(&claim, from: 50.1).contains(.won(Self.name)))
        #expect(claim.moved(to: [:], now: 60, delay: 0.1).isEmpty && !claim.isHeld && claim.deadline == .infinity)
    }

    @Test("is asked for again on another network, from the first name on, and only told anew with another IPv6 address")
    func moving() {
        var claim = claim([2: [Self.wire]])
        _ = claim.advance(to: 0)
        #expect(claim.received(said([192, 168, 7, 200]).announcement, on: 2, now: 0.1) == [.lost(Self.name)])
        _ = settle(&claim, from: 1)
        #expect(claim.isHeld && claim.name == "box.local")
        #expect(claim.moved(to: [2: [Self.wire]], now: 10, delay: 0).isEmpty)
        #expect(claim.moved(to: [2: [Self.wire, Self.six]], now: 10, delay: 0) == [.announce])
        #expect(claim.isHeld && claim.advance(to: 11) == [.announce] && claim.deadline == .infinity)
        #expect(claim.moved(to: [2: [Self.wire]], now: 12, delay: 0) == [.announce])
        // DHCP gave another address; what was said of the last one comes back late.
        #expect(claim.moved(to: [2: [Self.radio]], now: 20, delay: 0).isEmpty)
        #expect(!claim.isHeld && claim.name == Self.name && claim.advance(to: 20) == [.probe])
        #expect(claim.received(said(Self.wire).announcement, on: 2, now: 20.1).isEmpty && claim.name == Self.name)
        #expect(claim.received(said(Self.wire).announcement, on: 2, now: 22.1) == [.lost(Self.name)])
        // A second network beside the first, where somebody else may have the name.
        _ = settle(&claim, from: 23)
        #expect(claim.isHeld)
        #expect(claim.moved(to: [2: [Self.radio], 5: [[10, 0, 0, 1]]], now: 30, delay: 0).isEmpty && !claim.isHeld)
    }

    @Test("is told with the addresses of the network where it was asked for")
    func plain() throws {
        var claim = claim([2: [Self.wire], 3: [[10, 0, 0, 1]]])
        let bytes: [UInt8] =
            [0x12, 0x67, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 8] + Array("nightjar".utf8) + [5] + Array("local".utf8)
            + [0, 0, 1, 0, 1]
        let question = try #require(MulticastDNSMessage(bytes))
        #expect(claim.plainAnswer(to: bytes, question, on: 2) == nil)
        _ = settle(&claim)
        for (network, addresses) in [(UInt32(2), [Self.wire]), (3, [[10, 0, 0, 1]])] {
            let answer = try #require(claim.plainAnswer(to: bytes, question, on: network))
            #expect(try #require(MulticastDNSMessage(answer)).answers.map(\.data) == addresses)
        }
        let all = try #require(claim.plainAnswer(to: bytes, question, on: 9))
        #expect(Set(try #require(MulticastDNSMessage(all)).answers.map(\.data)) == [Self.wire, [10, 0, 0, 1]])
        #expect(try #require(MulticastDNSMessage(bytes)).questions.count == 1)
    }
}
