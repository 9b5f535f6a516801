import Testing

@testable import Bluetooth

struct GATTDiscoveryGuardTests {
    /// A session that has asked for services.
    private func discovering() -> Bearer {
        var bearer = Bearer()
        bearer.receive(bytes("01 02 0000 06"))
        bearer.receive(bytes("01 08 0100 0a"))
        bearer.sent = []
        return bearer
    }

    private func isClosed(_ bearer: Bearer) -> Bool {
        if case .close(.malformed)? = bearer.actions.last { true } else { false }
    }

    @Test(
        "Services out of order, overlapping or with odd UUIDs end the discovery",
        arguments: [
            "11 06 0800 0b00 0118 0100 0700 0018", "11 06 0100 0700 0018 0700 0b00 0118",
            "11 06 0100 0700 0018 0100 0700 0018",
            "11 08 0100 0700 00180000", "11 04 0100 0700", "11 07 0100 0700 001800", "11 06 0000 0700 0018",
        ])
    func services(answer: String) {
        var bearer = discovering()
        bearer.receive(bytes(answer))
        #expect(isClosed(bearer))
        #expect(bearer.sent.isEmpty)
    }

    @Test("A peer that answers the same again and again is given up at once")
    func repeating() {
        var bearer = discovering()
        bearer.receive(bytes("11 06 0100 0700 0018"))
        #expect(bearer.takeSent() == [bytes("10 0800 ffff 0028")])
        bearer.receive(bytes("11 06 0100 0700 0018"))
        #expect(isClosed(bearer))
    }

    @Test(
        "Characteristics out of order, outside of their service or with odd UUIDs end the discovery",
        arguments: [
            "09 07 0900 02 0a00 002a", "09 07 0200 02 0200 002a", "09 07 0200 02 0100 002a", "09 07 0200 02 0900 002a",
            "09 07 0400 02 0500 002a 0200 02 0300 012a", "09 05 0200 02 0300", "09 09 0200 02 0300 002a0000",
            "09 02 0200",
            "09 07 0000 02 0300 002a",
        ])
    func characteristics(answer: String) {
        var bearer = discovering()
        bearer.receive(bytes("11 06 0100 0700 0018"))
        bearer.receive(bytes("01 10 0800 0a"))
        bearer.receive(bytes("01 08 0100 0a"))
        #expect(bearer.takeSent().last == bytes("08 0100 0700 0328"))
        bearer.receive(bytes(answer))
        #expect(isClosed(bearer))
    }

    @Test("Descriptors out of order end the discovery, declarations among them are left out")
    func descriptors() {
        var bearer = discovering()
        for answer in [
            "11 06 0100 0700 0018", "01 10 0800 0a", "01 08 0100 0a", "09 07 0200 10 0300 372a", "01 08 0300 0a",
        ] {
            bearer.receive(bytes(answer))
        }
        #expect(bearer.takeSent().last == bytes("04 0400 0700"))
        var other = bearer
        bearer.receive(bytes("05 01 0500 0229 0400 0129"))
        #expect(isClosed(bearer))
        other.receive(bytes("05 01 0400 0229 0500 0328"))
        #expect(other.takeSent() == [bytes("04 0600 0700")])
        other.receive(bytes("01 04 0600 0a"))
        #expect(
            other.database?.services.first?.characteristics.first?.descriptors == [
                .init(uuid: .characteristicConfiguration, handle: 4)
            ])
    }

    @Test("A peer with attributes without end is given up")
    func endless() {
        var bearer = discovering()
        bearer.receive(bytes("11 06 0100 ffff 0018"))
        bearer.receive(bytes("01 08 0100 0a"))
        var asked = 0
        while let request = bearer.takeSent().last, request[0] == 0x08 {
            asked += 1
            let (low, high) = (request[1], request[2])
            let value = UInt16(low) + UInt16(high) << 8 + 1
            bearer.receive([0x09, 7, low, high, 2, UInt8(value & 0xFF), UInt8(value >> 8), 0, 0x2A])
        }
        #expect(asked == CharacteristicDiscovery.mostAttributes + 1)
        #expect(isClosed(bearer))
    }

    @Test("A peer that refuses its services has none of use")
    func refusing() {
        var bearer = discovering()
        bearer.receive(bytes("01 10 0100 06"))
        #expect(bearer.actions.last == .close(.refused(.requestNotSupported, handle: 1)))
    }

    @Test("A peer without services is ready with none")
    func empty() {
        var bearer = discovering()
        bearer.receive(bytes("01 10 0100 0a"))
        bearer.receive(bytes("01 08 0100 0a"))
        #expect(bearer.actions == [.ready(GATTDatabase(), memory: nil)])
    }
}
