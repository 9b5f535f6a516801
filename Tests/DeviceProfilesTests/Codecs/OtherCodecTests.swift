import DeviceProfiles
import Documents
import Runtime
import Signals
import TestKit
import Testing

struct AxLECodecTests {
    private func packet(counter: UInt32) -> [UInt8] {
        var bytes: [UInt8] = []
        for shift in [0, 8, 16, 24] { bytes.append(UInt8(truncatingIfNeeded: counter >> UInt32(shift))) }
        bytes += [0x34, 0x02, 90, 0]
        for index in 0..<25 { bytes += [UInt8(index), 0, 0, 0x10, 0, 0xF0] }
        return bytes
    }

    private func line(_ bytes: [UInt8]) -> [UInt8] {
        Array(bytes.map { ($0 < 16 ? "0" : "") + String($0, radix: 16, uppercase: true) }.joined().utf8) + [13, 10]
    }

    @Test func `a packet comes together out of pieces of twenty bytes`() throws {
        var codec = AxLECodec()
        var frames: [DecodedFrame] = []
        let text =
            Array("OP:01, 50, 8\r\n".utf8) + line(packet(counter: 0x0100_8000)) + line(packet(counter: 0x0100_C000))
        for start in stride(from: 0, to: text.count, by: 20) {
            let frame = try codec.frame(Array(text[start..<min(start + 20, text.count)]))
            if !frame.columns.isEmpty { frames.append(frame) }
        }
        #expect(frames.map(\.counter) == [0x8000, 0xC000])
        #expect(frames[0].column("acceleration")?.count == 25)
        #expect(Array(frames[0].values("acceleration").prefix(6)) == [0, 1, -1, 1.0 / 4096, 1, -1])
        #expect(frames[0].values("temperature") == [22.5])
    }

    @Test func `two packets in one value are two frames`() throws {
        var codec = AxLECodec()
        var frame = try codec.frame(line(packet(counter: 1)) + line(packet(counter: 2)))
        #expect(frame.counter == 1)
        frame.clear()
        #expect(try codec.decodeNext(into: &frame))
        #expect(frame.counter == 2)
        frame.clear()
        #expect(try !codec.decodeNext(into: &frame))
    }

    private func block(active: Bool = false, length: UInt16 = 480) -> [UInt8] {
        var bytes: [UInt8] = [
            0x83, 0x00, UInt8(truncatingIfNeeded: length), UInt8(length >> 8), 0x00, 0x10, 0x5E, 0x65,
        ]
        bytes += [0, 0, 60, 0] + [UInt8](repeating: 0, count: 18)
        for index in 0..<60 { bytes += [80, 31, 0x45, UInt8(index), UInt8(index), 1, 0, 0] }
        var sum: UInt16 = 0
        for index in stride(from: 0, to: bytes.count, by: 2) {
            sum &+= UInt16(bytes[index]) | UInt16(bytes[index + 1]) << 8
        }
        let check = active ? 0xFFFF : 0 &- sum
        return bytes + [UInt8(truncatingIfNeeded: check), UInt8(check >> 8)]
    }

    @Test func `a block of epochs has its checksum tried`() throws {
        var codec = AxLECodec()
        let frame = try codec.frame(line(block()))
        #expect(frame.sequence == 0x83 && frame.deviceTime == 0x655E_1000 * 1_000_000_000)
        #expect(frame.values("counts").count == 60 && frame.values("counts")[7] == 263)
        #expect(frame.values("steps")[7] == 263 && frame.values("temperature")[0] == 31)
        var damaged = block()
        damaged[100] ^= 1
        #expect(throws: DecodeError.self) { _ = try codec.frame(line(damaged)) }
        #expect(try AxLEBlock(block(active: true, length: 16)).epochs.count == 2)
        #expect(try AxLEBlock(block(active: true, length: 0xFFFF)).epochs.isEmpty)
    }

    @Test func `lines are told apart`() throws {
        #expect(try AxLELine(Array("Authenticated".utf8)) == .authenticated)
        #expect(try AxLELine(Array("!".utf8)) == .refused)
        #expect(try AxLELine(Array("B:87%".utf8)) == .battery(87))
        #expect(
            try AxLELine(Array("B:187%".utf8)) == .value("B", 187) || AxLELine(Array("B:187%".utf8)) == .other("B:187%")
        )
        #expect(try AxLELine(Array("#:E2:0B:7C:43:2D:1C".utf8)) == .address("E20B7C432D1C"))
        #expect(try AxLELine(Array("T:1700000000".utf8)) == .value("T", 1_700_000_000))
        #expect(try AxLELine(Array("V:40ms".utf8)) == .value("V", 40))
        #expect(try AxLELine(Array("OP:01, 50, 8".utf8)) == .streamBegins)
        #expect(try AxLELine(Array("MOT".utf8)) == .other("MOT"))
        #expect(throws: DecodeError.self) { _ = try AxLELine([UInt8](repeating: 0x47, count: 316)) }
    }

    @Test func `a line without end does not grow`() throws {
        var lines = LineAssembler(limit: 100)
        for _ in 0..<1000 { append([UInt8](repeating: 65, count: 20), to: &lines) }
        append([10, 66, 10], to: &lines)
        #expect(lines.next() == [66])
        #expect(lines.next() == nil)
        #expect(lines.dropped == 1)
    }
}

private func append(_ bytes: [UInt8], to lines: inout LineAssembler) { lines.append(bytes.span.bytes) }

private func colmiPacket(_ bytes: [UInt8]) throws(DecodeError) -> ColmiPacket { try ColmiPacket(bytes.span.bytes) }

struct MovesenseCodecTests {
    private struct File: Decodable {
        struct Packet: Decodable {
            struct Vector: Decodable { var x: Float, y: Float, z: Float }
            struct Entry: Decodable {
                var Samples: [Double]?
                var ArrayAcc: [Vector]?
                var ArrayGyro: [Vector]?
                var ArrayMagn: [Vector]?
                var Timestamp: UInt64
            }
            var packet_hex: String
            var json_entry: Entry?
        }
        var channels: [String: Packet]
    }

    private func reference(_ path: String) -> UInt8 {
        let known: [(String, MovesenseStream)] = [
            ("/Meas/Ecg", .ecg), ("/Meas/Acc", .acceleration), ("/Meas/Gyro", .gyroscope),
            ("/Meas/Magn", .magnetometer),
            ("/Meas/IMU6", .motion6), ("/Meas/IMU9", .motion9), ("/Meas/Temp", .temperature), ("/Meas/HR", .heartRate),
        ]
        return known.first { path.hasPrefix($0.0) }?.1.rawValue ?? 0
    }

    @Test(.enabled(if: TestData.isAvailable)) func `real packets of every path`() throws {
        let json = try JSONValue(parsing: TestData.bytes("ble/movesense_gsp_real_packets.json"))
        let file = try json.decoded(as: File.self)
        #expect(file.channels.count == 8)
        for (path, packet) in file.channels {
            var codec = MovesenseCodec()
            let payload = hex(packet.packet_hex)
            var frame = try codec.frame([2, reference(path)] + payload.prefix(150))
            if payload.count > 150 {
                #expect(frame.columns.isEmpty)
                frame = try codec.frame([3, reference(path)] + payload.dropFirst(150))
            }
            guard let entry = packet.json_entry else { continue }
            #expect(frame.counter == entry.Timestamp)
            if let samples = entry.Samples {
                #expect(frame.values("ecg") == samples.map { Float(($0 * 1000).rounded()) })
            }
            if let samples = entry.ArrayAcc {
                #expect(frame.values("acceleration") == samples.flatMap { [$0.x, $0.y, $0.z] }.map { $0 / 9.80665 })
            }
            if let samples = entry.ArrayGyro {
                #expect(frame.values("angular_velocity") == samples.flatMap { [$0.x, $0.y, $0.z] })
            }
            if let samples = entry.ArrayMagn {
                #expect(frame.values("magnetic_field") == samples.flatMap { [$0.x, $0.y, $0.z] })
            }
        }
    }

    @Test func `heart rate and temperature`() throws {
        var codec = MovesenseCodec()
        let heart = try codec.frame(hex("0248 4dbe8442 8803"))
        #expect(abs((heart.values("heart_rate").first ?? 0) - 66.371681) < 1e-4)
        #expect(heart.values("rr_interval") == [904] && heart.counter == nil)
        let warm = try codec.frame(hex("0254 33739943 2f8c0300"))
        #expect(abs((warm.values("temperature").first ?? 0) - 33.75) < 0.01 && warm.counter == 232_495)
    }

    @Test func `parts that do not belong together are refused`() throws {
        var codec = MovesenseCodec()
        #expect(throws: DecodeError.self) { _ = try codec.frame(hex("034100000000")) }
        #expect(throws: DecodeError.self) { _ = try codec.frame(hex("0241 00000000 0000")) }
        #expect(throws: DecodeError.self) { _ = try codec.frame(hex("0299 00000000")) }
        #expect(throws: DecodeError.self) { _ = try codec.frame(hex("0941")) }
        #expect(throws: DecodeError.self) { _ = try codec.frame(hex("0141 9401")) }
        #expect(try codec.frame(hex("0141 c800")).columns.isEmpty)
        _ = try codec.frame([2, 0x4E] + [UInt8](repeating: 0, count: 150))
        #expect(throws: DecodeError.self) { _ = try codec.frame(hex("044e00")) }
        let next = try codec.frame([2, 0x41] + [UInt8](repeating: 0, count: 16))
        #expect(next.remarks == ["data without their last part"] && next.column("acceleration")?.count == 1)
    }
}

struct BangleCodecTests {
    private func frames(_ text: String, piece: Int = 20) throws -> [DecodedFrame] {
        var codec = BangleCodec()
        var frames: [DecodedFrame] = []
        let bytes = Array(text.utf8)
        for start in stride(from: 0, to: bytes.count, by: piece) {
            var frame = try codec.frame(Array(bytes[start..<min(start + piece, bytes.count)]))
            repeat {
                if !frame.columns.isEmpty { frames.append(frame) }
                frame.clear()
            } while try codec.decodeNext(into: &frame)
        }
        return frames
    }

    @Test(arguments: [1, 7, 20, 500]) func `messages are found among the console's noise`(piece: Int) throws {
        let text = """
            >echo(0)\r\n=undefined\r\n{"t":"act","hrm":61,"stp":3,"rt":1}\r\nUncaught Error: {oops
            \u{10}{"t":"nj","n":4,"ms":1700000000000.25,"a":[8192,0,-4096,0,0,8192]}\n{"t":"status","bat":77}\n{"t":"act","hrm":0}\n
            """
        let found = try frames(text, piece: piece)
        #expect(found.count == 3)
        #expect(found[0].values("heart_rate") == [61] && found[0].values("steps") == [3])
        #expect(found[1].values("acceleration") == [1, 0, -0.5, 0, 0, 1] && found[1].sequence == 4)
        #expect(found[1].deviceTime == 1_700_000_000_000_250_000)
        #expect(found[2].values("battery_level") == [77])
    }

    @Test func `hostile messages say nothing`() throws {
        #expect(try frames(#"{"t":"nj","a":[1,2]}"# + "\n" + #"{"t":"nj","a":["x",1,2]}"# + "\n{}\n[1]\n{\n").isEmpty)
        #expect(try frames(#"{"t":"nj","n":-1,"ms":1e300,"a":[1,2,3]}"# + "\n").first?.deviceTime == nil)
    }
}

struct ColmiCodecTests {
    @Test func `battery, live values and refusals`() throws {
        var codec = ColmiCodec()
        #expect(try codec.frame(hex("03400000000000000000000000000043")).values("battery_level") == [64])
        #expect(try codec.frame(hex("6901004e0000000000000000000000b8")).values("heart_rate") == [78])
        let unworn = try codec.frame(hex("6901010000000000000000000000006b"))
        #expect(unworn.columns.isEmpty && unworn.remarks.count == 1)
        #expect(throws: DecodeError.self) { _ = try codec.frame(hex("0340")) }
        #expect(throws: DecodeError.self) { _ = try codec.frame(hex("03400000000000000000000000000044")) }
        #expect(throws: DecodeError.self) { _ = try codec.frame(ColmiPacket(command: 0x83).bytes) }
    }

    @Test func `the clock is set digit by digit`() {
        let time = CivilTime(CivilDate(year: 2024, month: 1, day: 1), hour: 4, minute: 0, second: 9)
        let packet = time.map(ColmiPacket.setTime)
        #expect(packet?.bytes == hex("0124010104000901000000000000") + [0, 0x35])
    }

    private struct Packets: Decodable {
        struct Capture: Decodable { var packets: [String] }
        var packets: [String: [String]]
        var capture_file: Capture
    }

    @Test(.enabled(if: TestData.isAvailable)) func `a real day of heart rates`() throws {
        let file = try JSONValue(parsing: TestData.bytes("ble/colmi_r02_packets.json")).decoded(as: Packets.self)
        var codec = ColmiCodec()
        var frames: [DecodedFrame] = []
        for text in file.capture_file.packets {
            let frame = try codec.frame(hex(text))
            if !frame.columns.isEmpty { frames.append(frame) }
        }
        let day = try #require(frames.first)
        #expect(frames.count == 1 && day.deviceTime == 0x6723_00C0 * 1_000_000_000 || day.deviceTime != nil)
        let rates = day.values("heart_rate")
        #expect(rates.count == 288)
        #expect(rates.prefix(10).filter { !$0.isNaN } == [104])
        #expect(rates.filter { !$0.isNaN }.allSatisfy { (40...200).contains($0) })
        // The same bytes as the ring's own file, a line feed behind each packet.
        let raw = try TestData.bytes("ble/colmi_r02_heart_rate_log.bin")
        #expect(
            stride(from: 0, to: raw.count, by: 17).map { Array(raw[$0..<$0 + 16]) }
                == file.capture_file.packets.map(hex))
    }

    @Test(.enabled(if: TestData.isAvailable)) func `every published packet has its sum`() throws {
        let file = try JSONValue(parsing: TestData.bytes("ble/colmi_r02_packets.json")).decoded(as: Packets.self)
        var count = 0
        for text in file.packets.values.flatMap(\.self) {
            let bytes = hex(text)
            #expect(try colmiPacket(bytes).bytes == bytes)
            count += 1
        }
        #expect(count > 35)
    }
}
