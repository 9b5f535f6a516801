import Signals
import Testing

@testable import Bluetooth

@Suite struct ManagementTests {
    private let strap = BluetoothAddress(bits: 0xF1F2_F3F4_F5F6, kind: .random)

    @Test("commands are the bytes that the kernel documents")
    func commands() {
        #expect(ManagementPacket.readIndexList.bytes == [0x03, 0, 0xFF, 0xFF, 0, 0])
        #expect(ManagementPacket.setPowered(1, true).bytes == [0x05, 0, 1, 0, 1, 0, 1])
        #expect(ManagementPacket.startDiscovery(0).bytes == [0x23, 0, 0, 0, 1, 0, 6])
        #expect(ManagementPacket.setNoInputNoOutput(0).bytes == [0x18, 0, 0, 0, 1, 0, 3])
        let address: [UInt8] = [0xF6, 0xF5, 0xF4, 0xF3, 0xF2, 0xF1, 2]
        #expect(ManagementPacket.confirmPairing(0, strap).bytes == [0x1C, 0, 0, 0, 7, 0] + address)
        #expect(ManagementPacket.unpair(0, strap).bytes == [0x1B, 0, 0, 0, 8, 0] + address + [1])
        let heartRate = ManagementPacket.startServiceDiscovery(0, [BluetoothUUID(0x180D)])
        #expect(
            heartRate.parameters == [6, 127, 1, 0, 0xFB, 0x34, 0x9B, 0x5F, 0x80, 0, 0, 0x80, 0, 0x10, 0, 0]
                + [0x0D, 0x18, 0, 0])
        #expect(
            ManagementPacket.addAdvertising(0, instance: 5, [2, 1], response: [9]).parameters
                == [5, 3, 0, 0, 0, 0, 0, 0, 0, 2, 1, 2, 1, 9])
        #expect(ManagementPacket.addListening(0).parameters.count == 1 + 6 * 34)
        #expect(ManagementPacket.removeListening(0, monitor: 3).parameters == [3, 0])
    }

    @Test("connection parameters ask for six seconds of supervision, and are only what the specification allows")
    func parameters() {
        let wanted = ConnectionParameters(GATTLinkOptions())
        let command = ManagementPacket.loadConnectionParameters(0, [(strap, wanted)])
        #expect(
            command.parameters == [1, 0, 0xF6, 0xF5, 0xF4, 0xF3, 0xF2, 0xF1, 2, 12, 0, 40, 0, 0, 0, 0x58, 0x02])
        #expect(wanted.isValid)
        var odd = GATTLinkOptions()
        odd.interval = 3000...9_999_999
        odd.supervisionTimeout = .nan
        #expect(ConnectionParameters(odd).isValid)
        odd.interval = 4000...4000
        odd.supervisionTimeout = 0.1
        #expect(ConnectionParameters(odd).isValid)
        #expect(!ConnectionParameters(minimumInterval: 6, maximumInterval: 3200, latency: 0, timeout: 800).isValid)
    }

    @Test("an advertisement is read whichever way it was heard")
    func found() throws {
        let body: [UInt8] = [0xF6, 0xF5, 0xF4, 0xF3, 0xF2, 0xF1, 2, 0xCE, 4, 0, 0, 0, 3, 0, 2, 1, 6]
        let report = AdvertisingReport(address: strap, rssi: -50, isConnectable: false, data: [2, 1, 6])
        #expect(try event(0x0012, body) == .found(report))
        #expect(try event(0x002F, [7, 0] + body) == .found(report))
        var unknown = body
        unknown[7] = 127
        guard case .found(let heard) = try event(0x0012, unknown) else { throw Unexpected() }
        #expect(heard.rssi == nil)
    }

    @Test("events of a link and of its pairing are read")
    func events() throws {
        let address: [UInt8] = [0xF6, 0xF5, 0xF4, 0xF3, 0xF2, 0xF1, 2]
        #expect(try event(0x0001, [5, 0, 0x12]) == .answered(command: 5, status: .blocked, reply: []))
        #expect(try event(0x0002, [0x23, 0, 0x0A]) == .answered(command: 0x23, status: .busy, reply: []))
        #expect(try event(0x000C, address + [1]) == .disconnected(strap, .timeout))
        #expect(try event(0x000C, address + [99]) == .disconnected(strap, .unspecified))
        #expect(try event(0x000F, address + [1, 0, 0, 0, 0]) == .confirmationRequested(strap))
        #expect(try event(0x0011, address + [5]) == .authenticationFailed(strap, .init(rawValue: 5)))
        #expect(try event(0x0013, [6, 1]) == .discovering(true))
        #expect(try event(0x0006, [1, 2, 0, 0]) == .settings([.powered, .lowEnergy]))
        let asked = ConnectionParameters(minimumInterval: 80, maximumInterval: 160, latency: 0, timeout: 500)
        #expect(
            try event(0x001C, [1] + address + [80, 0, 160, 0, 0, 0, 0xF4, 1])
                == .parameters(strap, asked, isLasting: true))
        let key = [UInt8](0..<16)
        guard
            case .longTermKey(let longTerm, true) = try event(
                0x000A, [1] + address + [2, 0, 16, 0x34, 0x12] + [1, 2, 3, 4, 5, 6, 7, 8] + key)
        else { throw Unexpected() }
        #expect(longTerm.address == strap && longTerm.kind == 2 && longTerm.diversifier == 0x1234)
        #expect(longTerm.value == key && longTerm.random == 0x0807_0605_0403_0201)
        guard
            case .identityKey(let identity, let random, false) = try event(
                0x0018, [0, 1, 2, 3, 4, 5, 0x40] + address + key)
        else { throw Unexpected() }
        #expect(identity.address == strap && random.bits == 0x4005_0403_0201)
    }

    @Test("an event of classic Bluetooth is somebody else's, and one cut short is an error")
    func others() throws {
        #expect(try event(0x000B, [1, 2, 3, 4, 5, 6, 0, 0, 0, 0, 0, 0, 0]) == .other(0x000B))
        #expect(try event(0x0099, [1]) == .other(0x0099))
        #expect(throws: DecodeError.self) { try event(0x000C, [1, 2, 3]) }
        #expect(throws: DecodeError.self) { try ManagementPacket([1, 0, 0, 0, 5, 0, 1]) }
        for length in 0..<40 {
            for code in UInt16(0)..<0x40 { _ = try? event(code, [UInt8](repeating: 0xFF, count: length)) }
        }
    }

    @Test("the controller's information is read with its name")
    func info() throws {
        var reply: [UInt8] = [0x55, 0x44, 0x33, 0x22, 0x11, 0, 9, 2, 0]
        reply += [0xFF, 0xFF, 1, 0, 0xC1, 0x0A, 0, 0, 1, 2, 3]
        reply += Array("lab".utf8) + [UInt8](repeating: 0, count: 257)
        let info = try ControllerInfo(reply)
        #expect(info.address.description == "00:11:22:33:44:55" && info.name == "lab")
        #expect(info.current.contains([.powered, .lowEnergy, .secureConnections]))
        #expect(!info.current.contains(.bondable))
    }

    @Test(
        "the kernels that refuse slow intervals are known, with what mends them",
        arguments: [
            ("6.1.0-21-amd64", "#1 SMP Debian 6.1.90-1 (2024-05-03)", nil, "6.1.95"),
            ("6.1.0-56-amd64", "#1 SMP Debian 6.1.192-2", nil, nil), ("6.12.3+", "#1 SMP PREEMPT_DYNAMIC", nil, nil),
            ("6.6.31+rpt-rpi-v8", "#1 SMP PREEMPT Debian 1:6.6.31-1+rpt1 (2024-05-29)", nil, "6.6.35"),
            ("5.4.270", "#1 SMP", nil, nil), ("5.4.271", "#1 SMP", nil, "5.4.279"), ("5.4.279", "#1 SMP", nil, nil),
            ("5.10.215", "#1 SMP", nil, "5.10.221"), ("5.10.221", "#1 SMP", nil, nil),
            ("5.15.151", "#1 SMP", nil, "5.15.162"), ("5.15.162", "#1 SMP", nil, nil),
            ("6.7.8-arch1-1", "#1 SMP", nil, nil), ("6.7.12-arch1-1", "#1 SMP", nil, "6.9.6"),
            ("6.8.5-301.fc40.x86_64", "#1 SMP PREEMPT_DYNAMIC", nil, "6.9.6"), ("6.9.6-200.fc40", "#1 SMP", nil, nil),
            ("6.8.0-31-generic", "#31-Ubuntu SMP PREEMPT_DYNAMIC", "Ubuntu 6.8.0-31.31-generic 6.8.1", "6.8.0-51"),
            ("6.8.0-90-generic", "#91-Ubuntu SMP PREEMPT_DYNAMIC", "Ubuntu 6.8.0-90.91-generic 6.8.12", nil),
            ("6.8.0-90-generic", "#91-Ubuntu SMP PREEMPT_DYNAMIC", nil, nil),
            ("6.8.0-1018-raspi", "#20-Ubuntu SMP", "Ubuntu 6.8.0-1018.20-raspi 6.8.12", nil),
            ("5.15.0-113-generic", "#123-Ubuntu SMP", "Ubuntu 5.15.0-113.123-generic 5.15.153\n", "5.15.162"),
            ("5.15.0-130-generic", "#140-Ubuntu SMP", "Ubuntu 5.15.0-130.140-generic 5.15.167\n", nil),
        ] as [(String, String, String?, String?)])
    func kernels(release: String, version: String, signature: String?, mended: String?) throws {
        let kernel = try #require(KernelVersion(release: release, version: version, signature: signature))
        #expect(kernel.mendedBy == mended)
        #expect((kernel.warning != nil) == (mended != nil))
        let banner =
            "Linux version \(release) (builder@host) (gcc-12 (Debian 12.2.0-14) 12.2.0, GNU ld 2.40) \(version)"
        #expect(KernelVersion(banner: banner, signature: signature) == kernel)
    }

    @Test("what tells no number is no kernel")
    func noKernel() {
        #expect(KernelVersion(release: "strange", version: "") == nil)
        #expect(KernelVersion(banner: "", signature: nil) == nil)
    }

    @Test("what a device asked for last never replaces what its profile asks for")
    func learned() {
        let slow = ConnectionParameters(minimumInterval: 250, maximumInterval: 400, latency: 4, timeout: 2000)
        #expect(ConnectionParameters(GATTLinkOptions(), learned: slow) == slow, "nobody asked for anything else")
        var asked = GATTLinkOptions()
        asked.interval = 15...30
        let held = ConnectionParameters(asked, learned: slow)
        #expect((held.minimumInterval, held.maximumInterval, held.latency, held.timeout) == (12, 24, 0, 2000))
        let near = ConnectionParameters(minimumInterval: 16, maximumInterval: 40, latency: 0, timeout: 100)
        let narrowed = ConnectionParameters(asked, learned: near)
        #expect((narrowed.minimumInterval, narrowed.maximumInterval, narrowed.timeout) == (16, 24, 600))
        #expect(
            ConnectionParameters(asked, learned: nil) == ConnectionParameters(asked) && narrowed.isValid && held.isValid
        )
    }

    private struct Unexpected: Error {}

    private func event(_ code: UInt16, _ parameters: [UInt8]) throws -> ManagementEvent {
        try ManagementEvent(ManagementPacket(ManagementPacket(code: code, index: 0, parameters: parameters).bytes))
    }
}
