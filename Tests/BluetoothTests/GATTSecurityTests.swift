import Testing

@testable import Bluetooth

struct GATTSecurityTests {
    @Test(
        "A refusal for lack of security asks for it and repeats the request once",
        arguments: [
            (0x05, GATTSecurityDemand.authentication), (0x08, .authorization), (0x0C, .longerKey), (0x0F, .encryption),
        ])
    func raise(code: Int, demand: GATTSecurityDemand) {
        var bearer = Bearer(discovering: .strap())
        let id = bearer.submit(.write(handle: 13, [1, 0]))
        #expect(bearer.takeSent() == [bytes("12 0d00 0100")])
        bearer.receive(bytes("01 12 0d00") + [UInt8(code)])
        #expect(bearer.actions == [.raiseSecurity(demand)])
        // Nothing may be sent meanwhile, but nothing is lost.
        bearer.receive(bytes("1d 3400 f0"))
        _ = bearer.submit(.command(handle: 15, [1]))
        #expect(bearer.takeSent().isEmpty)
        bearer.session.securityRaised(at: bearer.uptime)
        bearer.pump()
        #expect(bearer.takeSent() == [bytes("1e"), bytes("52 0f00 01"), bytes("12 0d00 0100")])
        bearer.receive(bytes("13"))
        #expect(bearer.result(of: id) == .success(.done))
    }

    @Test("A peer that refuses again means it")
    func twice() {
        var bearer = Bearer(discovering: .strap())
        let id = bearer.submit(.read(handle: 52))
        bearer.receive(bytes("01 0a 3400 0f"))
        bearer.session.securityRaised(at: bearer.uptime)
        bearer.receive(bytes("01 0a 3400 05"))
        #expect(bearer.result(of: id) == .failure(.refused(.insufficientAuthentication, handle: 52)))
        #expect(bearer.actions.filter { if case .raiseSecurity = $0 { true } else { false } }.count == 1)
    }

    @Test("Security that cannot be had ends the request with its reason, and the next goes on")
    func refused() {
        var bearer = Bearer(discovering: .strap())
        let id = bearer.submit(.read(handle: 52))
        let next = bearer.submit(.read(handle: 3))
        bearer.receive(bytes("01 0a 3400 0f"))
        bearer.session.securityRefused("pairing was declined", at: bearer.uptime)
        bearer.pump()
        #expect(
            bearer.result(of: id)
                == .failure(.notSecured(.insufficientEncryption, reason: "pairing was declined")))
        #expect(bearer.takeSent().last == bytes("0a 0300"))
        bearer.receive(bytes("0b 41"))
        #expect(bearer.result(of: next) == .success(.value([0x41])))
    }

    @Test("A request may be made that never asks for security")
    func never() {
        var bearer = Bearer(discovering: .strap())
        let id = bearer.submit(.read(handle: 52), mayRaiseSecurity: false)
        bearer.receive(bytes("01 0a 3400 0f"))
        #expect(bearer.result(of: id) == .failure(.refused(.insufficientEncryption, handle: 52)))
        #expect(bearer.actions.count == 1)
    }

    @Test("Pairing may take longer than an answer, but not for ever")
    func patience() {
        var bearer = Bearer(discovering: .strap())
        let id = bearer.submit(.read(handle: 52))
        bearer.receive(bytes("01 0a 3400 0f"))
        bearer.pass(60)
        #expect(bearer.result(of: id) == nil)
        bearer.pass(30)
        guard case .failure(.notSecured) = bearer.result(of: id) else { return #expect(Bool(false)) }
        // The bearer itself is alive.
        let next = bearer.submit(.read(handle: 3))
        bearer.receive(bytes("0b 41"))
        #expect(bearer.result(of: next) == .success(.value([0x41])))
    }
}
