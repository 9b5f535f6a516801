import Bluetooth
import Documents
import Signals
import Testing

@testable import nightjar

@Suite struct FieldReportTests {
    private static func report(showsValues: Bool) throws -> FieldReport {
        let files = [
            "/proc/sys/kernel/osrelease": "6.12.0-rpi\n",
            "/etc/os-release": "NAME=x\nPRETTY_NAME=\"Debian GNU/Linux 13\"\n",
        ]
        let machine = Machine(read: { files[$0] }, names: { _ in [] })
        let begun = Instant(nanoseconds: 1_790_000_000_000_000_000)
        var report = FieldReport(machine: .init(machine, architecture: "arm64"), at: begun, showsValues: showsValues)
        let name = GATTCharacteristic(uuid: BluetoothUUID(0x2A00), declaration: 2, value: 3, properties: .read)
        let heart = GATTCharacteristic(uuid: BluetoothUUID(0x2A37), declaration: 5, value: 6, properties: .notify)
        let place = GATTCharacteristic(uuid: BluetoothUUID(0x2A38), declaration: 8, value: 9, properties: .read)
        let database = GATTDatabase(services: [
            GATTService(uuid: BluetoothUUID(0x1800), handles: 1...4, characteristics: [name]),
            GATTService(uuid: BluetoothUUID(0x180D), handles: 4...9, characteristics: [heart, place]),
        ])
        var trace = CaptureTrace()
        trace.begun = begun
        trace.readings = [(3, Array("Ada's strap".utf8), begun), (9, [1], begun)]
        for index in 0..<10 {
            let time = begun.advanced(byNanoseconds: Int64(index) * 1_000_000_000 + 500_000_000)
            trace.add([0x16, 60, 0x11, 0x04], from: 6, at: time)
        }
        let address = try #require(BluetoothAddress("F1:0B:7C:43:2D:1C", kind: .random))
        report.capture = DeviceCapture(
            address: address, database: database, name: "Ada's strap", trace: trace, secondsToConnect: 1.25,
            transmissionUnit: 247, rssi: -60, refused: [])
        var device = DeviceDocument()
        (device.id, device.name, device.serial) = ("bluetooth-F1:0B:7C:43:2D:1C", "Ada's strap", "7C432D1C")
        (device.maker, device.model, device.firmware) = ("Polar", "H10", "5.0")
        device.losses.byCause = ["gap": 3]
        var step = DeviceDocument.Step()
        (step.time, step.stage) = (begun, "interrupted")
        step.reason = "Ada's strap (7C432D1C) at F1:0B:7C:43:2D:1C is out of reach."
        device.steps = [step]
        report.device = device
        return report
    }

    @Test("it tells machine, device, attributes, times, losses and first bytes")
    func content() throws {
        let text = try Self.report(showsValues: true).json(program: "nightjar 1").string
        let json = try #require(try JSONValue(parsing: Array(text.utf8)).object)
        let machine = try #require(json["machine"]?.object)
        #expect(machine["kernel"]?.string == "6.12.0-rpi" && machine["distribution"]?.string == "Debian GNU/Linux 13")
        #expect(json["device"]?.object?["model"]?.string == "H10")
        #expect(json["device"]?.object?["losses_today"]?.object?["gap"]?.number == 3)
        let link = try #require(json["link"]?.object)
        #expect(link["seconds_to_connect"]?.number == 1.25 && link["transmission_unit"]?.number == 247)
        for part in ["163c1104", "2A37", "\"values\":10", "\"interval_ms\":[1000", "\"first_after_s\":0.5"] {
            #expect(text.replacing(" ", with: "").contains(part.replacing(" ", with: "")), "\(part) is not in \(text)")
        }
    }

    @Test("nothing in it tells whose it is, and without values it has none", arguments: [true, false])
    func personal(showsValues: Bool) throws {
        let text = try Self.report(showsValues: showsValues).json(program: "nightjar 1").string
        let name = HexText.text(Array("Ada's strap".utf8))
        for secret in ["Ada", "7C432D1C", "7c432d1c", "F1:0B:7C:43:2D:1C", "43:2D:1C", name] {
            #expect(!text.contains(secret), "\(secret) is in \(text)")
        }
        #expect(text.contains("163c1104") == showsValues && text.contains("\"read\"") == showsValues)
        #expect(text.contains("is out of reach."))
    }

    /// A report with another name given by the owner, and values that hold marks of the device.
    private static func renamed(_ values: [[UInt8]]) throws -> FieldReport {
        var report = try report(showsValues: true)
        report.device?.name = "Chest"
        report.device?.givenName = "Chest"
        report.device?.serial = nil
        report.capture?.name = "Polar H10 7C432D1C"
        report.capture?.trace.values = values.map { (6, $0, Self.begun) }
        return report
    }

    private static let begun = Instant(nanoseconds: 1_790_000_000_000_000_000)

    @Test("sentences hold no address and no number of the device, whoever wrote them")
    func sentences() throws {
        var report = try Self.renamed([])
        let message = "Polar H10 7C432D1C (F1:0B:7C:43:2D:1C, dev_F1_0B_7C_43_2D_1C, f10b7c432d1c) took no link"
        (report.captureNote, report.adapterProblem) = (message, message)
        report.capture?.refused = ["FB005C82-02E7-F387-1CAD-8ACD2D8DF0C8: \(message)"]
        report.device?.reason = message
        var adapter = BluetoothAdapter(index: 0)
        adapter.problem = message
        report.adapters = [adapter]
        let text = report.json(program: "nightjar 1").string
        for secret in ["7C432D1C", "7c432d1c", "43:2D:1C", "43_2D_1C", "F10B7C432D1C", "f10b7c432d1c"] {
            #expect(!text.contains(secret), "\(secret) is in \(text)")
        }
        #expect(text.ranges(of: "took no link").count == 5)
        #expect(text.contains("FB005C82-02E7-F387-1CAD-8ACD2D8DF0C8"), "which characteristic it was stays")
        // Without a link, of a device whose own name nobody knows here.
        report.capture = nil
        #expect(!report.json(program: "nightjar 1").string.contains("7C432D1C"))
    }

    @Test(
        "values hold neither name nor number nor address, in whatever order",
        arguments: [
            "7C432D1C", "31433233", "7c432d1c", "1c2d437c", "f10b7c432d1c", "1c2d437c0bf1", "432d1c", "1c2d43",
            HexText.text(Array("Polar H10 7C432D1C".utf8)), HexText.text(Array("7c432d1c".utf8)),
            HexText.text(Array("F1:0B:7C:43:2D:1C".utf8)), HexText.text(Array("f10b7c432d1c".utf8)),
            HexText.text(Array("C1D234C7".utf8)),
        ])
    func values(mark: String) throws {
        let value = [0xAB, 0xCD] + (HexText.bytes(mark) ?? []) + [0xEF]
        let text = try Self.renamed([value]).json(program: "nightjar 1").string
        let isMark = mark != "31433233"
        #expect(text.contains("abcd\(String(repeating: "__", count: value.count - 3))ef") == isMark, "\(text)")
    }

    @Test("what is read is shown only where it says something of the kind, and what people are is never shown")
    func kinds() {
        for uuid in [0x2A24, 0x2A38, 0x2A19] as [UInt32] { #expect(FieldReport.isOfKind(BluetoothUUID(uuid))) }
        for uuid in [0x2A00, 0x2A25, 0x2A85, 0x2A80, 0x2A8C, 0x2A98, 0x2A8E, 0x2A23] as [UInt32] {
            #expect(FieldReport.isPersonal(BluetoothUUID(uuid)) && !FieldReport.isOfKind(BluetoothUUID(uuid)))
        }
        #expect(!FieldReport.isPersonal(BluetoothUUID(0x2A37)))
    }

    @Test("what a maker keeps in a characteristic of its own is told by its length alone")
    func makersOwn() throws {
        var report = try Self.report(showsValues: true)
        let own = try #require(BluetoothUUID("FB005C51-02E7-F387-1CAD-8ACD2D8DF0C8"))
        report.capture?.database.services.append(
            GATTService(
                uuid: BluetoothUUID(0xFEEE), handles: 10...12,
                characteristics: [GATTCharacteristic(uuid: own, declaration: 11, value: 12, properties: .read)]))
        report.capture?.trace.readings.append((12, [0xDE, 0xAD, 0xBE, 0xEF], Self.begun))
        let text = report.json(program: "nightjar 1").string
        #expect(!text.contains("deadbeef") && text.contains("\"read_bytes\":4"), "\(text)")
    }
}
