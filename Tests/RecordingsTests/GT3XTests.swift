import Recordings
import Signals
import TestKit
import Testing

@Suite("ActiGraph .gt3x made by ourselves")
struct GT3XTests {
    private static let start = 1_568_745_600

    private func decode(
        _ bytes: [UInt8], options: DecodeOptions = DecodeOptions(), name: String = "x.gt3x"
    ) throws -> (RecordingSummary, CollectingSink) {
        var sink = CollectingSink()
        let file = try RecordingFile(name: name, bytes: bytes)
        let summary = try RecordingFormats.decode(file, options: options, into: &sink)
        return (summary, sink)
    }

    private func writer(seconds: Range<Int>) -> GT3XWriter {
        var writer = GT3XWriter()
        for second in seconds { writer.words(Self.start + second) { (second * 30 + $0, -256, 128) } }
        return writer
    }

    @Test("places samples on the wall clock less the zone that the file tells")
    func zone() throws {
        let (summary, sink) = try decode(writer(seconds: 0..<300).bytes)
        let samples = sink.samples(.acceleration)
        #expect(summary.header.format == "gt3x" && summary.samples == 9000 && summary.segments.count == 1)
        #expect(samples.count == 9000 && samples[0].time.nanoseconds == (Int64(Self.start) + 4 * 3600) * 1_000_000_000)
        #expect(samples[300].time.seconds(since: samples[0].time) == 10)
        #expect(samples.indices.allSatisfy { samples[$0].values == [Float($0) / 256, -1, 0.5] })
        #expect(summary.header.device.model == "Link" && summary.header.metadata["battery_voltage"] == "4,18")
        #expect(summary.header.channels[0].range == 8 && summary.losses.isEmpty)
    }

    @Test("packs of twelve bits are y, x, z in record 0 and x, y, z in record 27, odd numbers too")
    func packing() throws {
        for (type, order) in [(UInt8(0), [1, 0, 2]), (27, [0, 1, 2])] {
            for rate in [1, 30, 31] {
                var writer = GT3XWriter()
                writer.rate = rate
                writer.info["Acceleration Scale"] = "341"
                let samples = (0..<rate).map { [$0 - 2048, 2047 - $0, $0 * 7 - 100] }
                writer.append(
                    type, Self.start, GT3XWriter.packed(samples.flatMap { sample in order.map { sample[$0] } }))
                let (summary, sink) = try decode(writer.bytes)
                #expect(summary.samples == rate)
                #expect(
                    sink.samples(.acceleration).map(\.values) == samples.map { $0.map { Float($0) * Float(1 / 341.0) } }
                )
            }
        }
    }

    @Test("fills idle sleep with the last sample, says so, and leaves other holes")
    func idleSleep() throws {
        var writer = writer(seconds: 0..<10)
        writer.append(3, Self.start + 11, [8])
        writer.append(3, Self.start + 20, [9])
        for second in 20..<25 { writer.words(Self.start + second) { _ in (1, 2, 3) } }
        for second in 30..<32 { writer.words(Self.start + second) { _ in (4, 5, 6) } }
        writer.append(3, Self.start + 33, [8])
        writer.info["Last Sample Time"] = "\(GT3XWriter.ticks(Self.start + 60))"
        let (summary, sink) = try decode(writer.bytes)
        let samples = sink.samples(.acceleration)
        #expect(summary.samples == (25 + 30) * 30 && samples.count == summary.samples)
        #expect(samples[300..<600].allSatisfy { $0.values == [299.0 / 256, -1, 0.5] })
        #expect(summary.segments.map(\.count) == [750, 900])
        #expect(summary.losses.map(\.cause) == [.filled, .gap, .filled] && summary.losses.map(\.count) == [10, 5, 28])
        #expect(summary.losses[0].end?.seconds(since: try #require(summary.losses[0].first)) == 10)
    }

    @Test("sleep that the log breaks up without a sample between is one sleep")
    func brokenSleep() throws {
        var writer = writer(seconds: 0..<10)
        for (second, event) in [(11, 8), (15, 9), (16, 8), (30, 9), (31, 8)] as [(Int, UInt8)] {
            writer.append(3, Self.start + second, [event])
        }
        for second in 60..<62 { writer.words(Self.start + second) { _ in (4, 5, 6) } }
        let (summary, _) = try decode(writer.bytes)
        #expect(summary.losses.map(\.cause) == [.filled] && summary.losses[0].count == 50)
        #expect(summary.segments.map(\.count) == [62 * 30])
    }

    @Test("a CentrePoint watch stamps in UTC, and its zone does not shift it")
    func centrePoint() throws {
        for (key, value) in [("Serial Number", "CPW1Z12345678"), ("Device Type", "Insight Watch")] {
            var writer = writer(seconds: 0..<10)
            writer.info[key] = value
            let (summary, _) = try decode(writer.bytes)
            #expect(summary.start?.nanoseconds == Int64(Self.start) * 1_000_000_000)
            #expect(summary.header.metadata["clock"] == "UTC")
        }
    }

    @Test("does not fill more sleep than a recorder can have slept")
    func hostileSleep() throws {
        var writer = writer(seconds: 0..<2)
        writer.append(3, Self.start + 2, [8])
        writer.words(4_000_000_000) { _ in (1, 2, 3) }
        let (summary, _) = try decode(writer.bytes, options: DecodeOptions(channels: [.battery]))
        #expect(summary.losses.map(\.cause) == [.filled, .gap] && summary.losses[0].count == 7 * 86_400 + 200)
    }

    @Test("a connection to a computer is an interruption and no sample")
    func connection() throws {
        var writer = writer(seconds: 0..<5)
        writer.append(26, Self.start + 5, [0x5A])
        writer.words(Self.start + 9) { _ in (1, 2, 3) }
        let (summary, _) = try decode(writer.bytes)
        #expect(summary.samples == 180 && summary.losses.map(\.cause) == [.interrupted])
        #expect(summary.losses[0].count == 4)
    }

    @Test("finds its way after damage and keeps what is sound")
    func damage() throws {
        let clean = writer(seconds: 0..<20)
        let length = clean.log.count / 20
        var broken = clean
        broken.log[3 * length + 50] ^= 4
        broken.log.insert(contentsOf: [0, 0, 0], at: 6 * length)
        broken.log.insert(contentsOf: [7, 0x1E, 9, 0x1E], at: 10 * length + 3)
        broken.log.removeLast(20)
        let (summary, sink) = try decode(broken.bytes)
        #expect(summary.samples == 18 * 30 && sink.samples(.acceleration).count == summary.samples)
        #expect(summary.losses.map(\.cause) == [.checksum, .gap, .damaged, .truncated])
        #expect(summary.segments.map(\.count) == [90, 450])
    }

    @Test("a copy that broke off gives what it holds", arguments: [0.3, 0.9])
    func cutArchive(part: Double) throws {
        let whole = writer(seconds: 0..<100)
        let zip = GT3XWriter.archive([("info.txt", whole.infoText), ("log.bin", whole.log)])
        let (summary, _) = try decode(Array(zip.prefix(Int(Double(zip.count) * part))))
        #expect(summary.samples > 0 && summary.samples < 3000 && summary.samples % 30 == 0)
        #expect(summary.losses.filter { $0.cause == .truncated }.count >= 2)
    }

    @Test("repeated seconds are dropped, a clock that goes back begins a segment")
    func order() throws {
        var writer = writer(seconds: 100..<105)
        writer.words(Self.start + 102) { _ in (0, 0, 0) }
        writer.words(Self.start + 50) { _ in (0, 0, 0) }
        let (summary, _) = try decode(writer.bytes)
        #expect(summary.samples == 180 && summary.segments.map(\.count) == [150, 30])
        #expect(Set(summary.losses.map(\.cause)) == [.duplicate, .clockStep])
    }

    @Test("scale is that of the file, of its parameters, or of the series; the sensor of firmware 1.6.0 is turned")
    func scale() throws {
        for (serial, firmware, parameter, expected) in [
            ("TAS1", "1", nil, [1, 0.5, 0.25]), ("MOS2", "1.6.0", nil, [0.5, -1, 0.25]),
            ("CLE2", "1", nil, [256 / 341.0, 128 / 341, 64 / 341]), ("TAS1", "1", 0x0A40_0000, [0.5, 0.25, 0.125]),
        ] as [(String, String, Int?, [Double])] {
            var writer = GT3XWriter()
            writer.info["Acceleration Scale"] = nil
            (writer.info["Serial Number"], writer.info["Firmware"]) = (serial, firmware)
            if let parameter { writer.append(21, Self.start, little(0, 2) + little(55, 2) + little(parameter, 4)) }
            writer.words(Self.start) { _ in (256, 128, 64) }
            let (_, sink) = try decode(writer.bytes)
            let values = sink.samples(.acceleration)[3].values
            #expect(zip(values, expected).allSatisfy { abs(Double($0) - $1) < 1e-6 }, "\(serial) \(firmware) \(values)")
        }
    }

    @Test("every record that carries signal becomes a channel")
    func records() throws {
        var writer = writer(seconds: 0..<2)
        writer.append(2, Self.start, little(4100, 2))
        writer.append(4, Self.start, [61])
        writer.append(5, Self.start, little(700, 2))
        writer.append(7, Self.start, Array("TAS1H30182790".utf8) + [4, 0xC4])
        writer.append(11, Self.start, [9] + little(1024, 2) + little(2048, 2) + [10] + little(0, 2) + little(2560, 2))
        writer.append(13, Self.start, little(5881, 2) + little(5972, 2) + [1, 200])
        writer.append(14, Self.start + 1, [16, 72] + little(1024, 2) + little(512, 2))
        writer.append(30, Self.start, [0] + little(50_000, 2) + [1] + little(-7, 2))
        let (summary, sink) = try decode(writer.bytes)
        #expect(sink.samples(.battery).map(\.values) == [[4.1]] && sink.samples(.light).map(\.values) == [[700]])
        #expect(sink.samples(.heartRate).map(\.values) == [[61], [72]])
        #expect(sink.samples(.rrInterval).map(\.values) == [[1000], [500], [1000], [500]])
        let beats = sink.samples(.rrInterval).map(\.time)
        #expect(beats[1].seconds(since: beats[0]) == 0.5 && beats[3].seconds(since: beats[1]) == 1)
        #expect(sink.samples(.contact).map(\.values) == [[1]])
        #expect(sink.samples(Channel(rawValue: "capacitance")).map(\.values) == [[5881, 5972]])
        #expect(sink.samples(Channel(rawValue: "proximity")).map(\.values) == [[1, 4, -60]])
        #expect(sink.samples(Channel(rawValue: "temperature_raw")).map(\.values) == [[0, 50_000], [1, -7]])
        #expect(summary.header.metadata["tag_1"] == "TAS1H30182790" && summary.losses.isEmpty)
        #expect(
            sink.headers[0].channels
                == summary.header.channels.map { channel in
                    var channel = channel
                    if channel.channel == .acceleration { channel.observedRate = nil }
                    return channel
                })
    }

    @Test("a motion unit's columns become acceleration, rotation, field and temperature")
    func motionUnit() throws {
        let labels = [
            "Accelerometer X", "Accelerometer Y", "Accelerometer Z", "Temperature", "Gyroscope X", "Gyroscope Y",
            "Gyroscope Z", "Magnetometer X", "Magnetometer Y", "Magnetometer Z",
        ]
        var schema = little(3, 2) + little(labels.count, 2) + little(2, 2)
        for (index, label) in labels.enumerated() {
            // Counts per unit: 2, which is a half times two squared.
            schema += [2 | UInt8(index % 2), UInt8(index * 16), 16] + little(0x0240_0000, 4)
            schema += Array(label.utf8) + [UInt8](repeating: 0x20, count: 16 - label.utf8.count)
        }
        var data = little(3, 2)
        for sample in 0..<2 {
            for column in labels.indices {
                let value = little((column + 1) * (sample == 0 ? 2 : -2), 2)
                data += column % 2 == 1 ? value.reversed() : value
            }
        }
        var writer = writer(seconds: 0..<1)
        writer.append(24, Self.start, schema)
        writer.append(25, Self.start, data)
        writer.append(25, Self.start, Array(data.dropLast()))
        let (summary, sink) = try decode(writer.bytes)
        #expect(sink.samples(Channel(rawValue: "imu_acceleration")).map(\.values) == [[1, 2, 3], [-1, -2, -3]])
        #expect(sink.samples(.temperature).map(\.values) == [[25], [17]])
        #expect(sink.samples(.angularVelocity).map(\.values) == [[5, 6, 7], [-5, -6, -7]])
        #expect(sink.samples(Channel(rawValue: "magnetic_field")).map(\.values) == [[8, 9, 10], [-8, -9, -10]])
        #expect(sink.samples(.angularVelocity)[1].time.seconds(since: sink.samples(.angularVelocity)[0].time) == 0.5)
        #expect(summary.losses.map(\.count) == [1])
    }

    @Test("minutes that the recorder summed up itself are counts, in each of their three layouts")
    func epochs() throws {
        var writer = GT3XWriter()
        let (y, x, z) = (little(300, 2), little(200, 2), little(100, 2))
        writer.append(12, Self.start, y + x + z + little(9, 2) + little(50, 2) + [7, 60, 0, 0, 127, 1])
        writer.append(15, Self.start + 60, y + x + z + little(50, 2) + [7, 60, 0])
        writer.append(16, Self.start + 120, x + y + z + [7, 0, 3])
        let (summary, sink) = try decode(writer.bytes)
        #expect(sink.samples(.counts).map(\.values) == Array(repeating: [300, 200, 100, 7], count: 3))
        #expect(summary.header.channels[0].channel == .counts && summary.samples == 3)
        #expect(sink.samples(.contact).map(\.values) == [[1], [0], [0]] && sink.samples(.heartRate).count == 2)
    }

    @Test("times in UTC are taken as such")
    func utc() throws {
        var writer = GT3XWriter()
        writer.append(6, Self.start, Array(#"{"MetadataType":"LocalTimeLog","UsedUtc":true}"#.utf8))
        writer.words(Self.start) { _ in (0, 0, 0) }
        let (summary, _) = try decode(writer.bytes)
        #expect(summary.start?.nanoseconds == Int64(Self.start) * 1_000_000_000)
    }

    @Test("the old stream: samples from the start date on, light with its factor")
    func oldFormat() throws {
        var writer = GT3XWriter()
        writer.info["Serial Number"] = "NEO1F09120034"
        writer.info["Start Date"] = "\(GT3XWriter.ticks(Self.start))"
        writer.info["TimeZone"] = nil
        let samples = (0..<(30 * 200 + 7)).map { [$0 % 4096 - 2048, 341, -682] }
        let (summary, sink) = try decode(
            GT3XWriter.archive([
                ("info.txt", writer.infoText),
                ("activity.bin", GT3XWriter.packed(samples.flatMap { [$0[1], $0[0], $0[2]] })),
                ("lux.bin", [0xFF, 0xFF] + little(19, 2) + little(20, 2) + little(4000, 2)),
            ]))
        #expect(summary.samples == samples.count && summary.segments.count == 1)
        #expect(sink.samples(.acceleration).map(\.values) == samples.map { $0.map { Float($0) * Float(1 / 341.0) } })
        #expect(sink.samples(.light).map(\.values) == [[0], [0], [25], [2500]])
        #expect(summary.start?.nanoseconds == Int64(Self.start) * 1_000_000_000)
    }

    @Test("refuses an archive of something else, and one without activity, with what it holds")
    func foreign() throws {
        let other = GT3XWriter.archive([("readme.txt", [1]), ("b.txt", [2])])
        var empty = GT3XWriter()
        empty.append(2, Self.start, little(4000, 2))
        for bytes in [other, empty.bytes, [0x50, 0x4B, 3, 4], [0x50, 0x4B], [1, 2, 3]] {
            let failure = #expect(throws: Failure.self) { try decode(bytes) }
            #expect(failure?.message.contains("x.gt3x") == true)
        }
    }
}
