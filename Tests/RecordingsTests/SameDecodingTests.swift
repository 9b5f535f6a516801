import Signals
import TestKit
import Testing

@testable import Recordings

/// What each format makes of sound and damaged files, to the last bit. The digests were taken when the tests beside this one
/// and the comparisons with other programs (`docs/validation.md`) held; a change that means to change one puts the new one
/// here, which the failure tells.
@Suite("Recordings decode as they always did")
struct SameDecodingTests {
    /// Hands everything on to a digest.
    private struct DigestingSink: RecordingSink {
        var digest = Digest()

        mutating func begin(_ header: RecordingHeader) { add(header) }
        mutating func receive(_ batch: SampleBatch) { digest.add(batch) }

        mutating func add(_ header: RecordingHeader) {
            digest.add(header.format)
            let device = header.device
            for text in [device.maker, device.model, device.serial, device.firmware, header.zone] {
                digest.add(text)
            }
            for channel in header.channels {
                for text in [channel.channel.rawValue, "\(channel.unit)"] + channel.axes { digest.add(text) }
                for value in [channel.nominalRate, channel.observedRate, channel.range] { digest.add(value ?? -1) }
            }
            for (key, value) in header.metadata.sorted(by: { $0.key < $1.key }) { digest.add("\(key)=\(value)") }
        }
    }

    private static let generator: UInt64 = 6_364_136_223_846_793_005

    /// The file, the file cut at three places, and with single bytes, a sector of zeros and strange bytes in it, with a part
    /// missing and with a part twice.
    private func variants(_ bytes: [UInt8], isLong: Bool) -> [[UInt8]] {
        let count = bytes.count
        var made = [bytes] + [0.37, 0.61, 0.97].map { Array(bytes.prefix(Int(Double(count) * $0))) }
        var random: UInt64 = 1
        func place() -> Int {
            random = random &* Self.generator &+ 1_442_695_040_888_963_407
            return Int(random >> 33) % max(1, count - 1024)
        }
        for flips in isLong ? [20] : [1, 6, 40] {
            var flipped = bytes
            for _ in 0..<flips { flipped[place()] ^= UInt8(truncatingIfNeeded: random >> 20) }
            made.append(flipped)
        }
        for length in isLong ? [700] : [9, 512, 1024] where count > 2048 {
            var zeroed = bytes
            let start = place()
            for index in start..<(start + length) { zeroed[index] = 0 }
            let (hole, twice, strange) = (place(), place(), place())
            made += [
                zeroed, Array(bytes[..<hole] + bytes[(hole + length)...]),
                Array(bytes[..<(twice + length)] + bytes[twice...]),
                Array(bytes[..<strange] + (0..<length).map { UInt8(truncatingIfNeeded: $0 * 37) } + bytes[strange...]),
            ]
        }
        return made
    }

    private func digest(_ files: [(name: String, bytes: [UInt8])]) throws -> String {
        var sink = DigestingSink()
        for (name, bytes) in files {
            for (index, variant) in variants(bytes, isLong: bytes.count > 20_000).enumerated() {
                sink.digest.add(index)
                // A third of them in another zone, with how far the work was told to be.
                let told = Told()
                let zone = index % 3 == 2 ? Zone(name: "Test/East", firstOffset: 5400) : .utc
                let options = DecodeOptions(zone: zone) { told.fractions.append($0) }
                do {
                    let file = try RecordingFile(name: name, bytes: variant)
                    let summary = try RecordingFormats.decode(file, options: options, into: &sink)
                    sink.add(summary.header)
                    for number in summary.segments.flatMap({ [$0.first, $0.count] }) { sink.digest.add(number) }
                    for instant in summary.segments.flatMap({ [$0.start, $0.end] }) { sink.digest.add(instant) }
                    for loss in summary.losses { sink.digest.add(loss) }
                    sink.digest.add(summary.samples)
                } catch let failure as Failure {
                    sink.digest.add(failure.message)
                }
                for fraction in told.fractions { sink.digest.add(fraction) }
            }
        }
        return sink.digest.text
    }

    /// How far a decoder told to be; on the thread that decodes.
    private final class Told: @unchecked Sendable {
        var fractions: [Double] = []
    }

    @Test("Axivity, with every packing, holes, clocks that are set, and a second beginning")
    func axivity() throws {
        var files: [(String, [UInt8])] = []
        for (packing, isAX6, code) in [
            (UInt8(0x30), false, UInt8(74)), (0x32, false, 72), (0x62, true, 74), (0x92, true, 70),
        ] {
            var settings = CWAWriter.Settings()
            (settings.packing, settings.isAX6, settings.rateCode) = (packing, isAX6, code)
            if isAX6 { (settings.accelerationCode, settings.angularCode) = (3, 4) }
            settings.trueHertz = 3200 / Double(1 << (15 - Int(code & 15))) * 0.991
            var writer = CWAWriter(settings, keepsTruth: false)
            writer.append(sectors: 30)
            writer.light = 700
            writer.lose(sectors: 3)
            writer.append(sectors: 20)
            writer.stepClock(bySeconds: 2.5)
            writer.append(sectors: 20)
            writer.insert([UInt8](repeating: 0x55, count: 700))
            writer.append(sectors: 10)
            writer.restart(afterSeconds: 90)
            (writer.temperature, writer.battery) = (300, 170)
            writer.append(sectors: 25)
            files.append(("made.cwa", writer.bytes))
        }
        var settings = CWAWriter.Settings()
        (settings.rateCode, settings.hasFraction, settings.annotation) = (0, false, "_c=a%20b&_se=1&&x=%zz")
        var old = CWAWriter(settings, keepsTruth: false)
        old.append(sectors: 40)
        files.append(("old.cwa", old.bytes))
        let found = try digest(files)
        #expect(found == "ce72b912805919d4")
    }

    @Test("ActiGraph, with words and packs, sleep, slow channels and other files in the archive")
    func actiGraph() throws {
        var files: [(String, [UInt8])] = []
        for (rate, scale) in [(30, "256"), (100, "341")] {
            var writer = GT3XWriter()
            writer.rate = rate
            writer.info["Acceleration Scale"] = scale
            for second in 0..<40 {
                let stamp = 1_568_745_600 + second
                switch second {
                case 12: writer.append(3, stamp, [8])
                case 13..<20: continue
                case 20: writer.append(3, stamp, [9])
                case 25: writer.append(2, stamp, [0x10, 0x0F])
                case 26: writer.append(11, stamp, [60, 0, 3])
                case 27: writer.append(5, stamp, [200, 1])
                case 28..<31:
                    writer.append(second == 28 ? 0 : 27, stamp, GT3XWriter.packed((0..<(3 * rate)).map { $0 - 40 }))
                default: writer.words(stamp) { ((second * 30 + $0) % 2000 - 1000, -256, $0) }
                }
            }
            files.append(("made.gt3x", writer.bytes))
        }
        let found = try digest(files)
        #expect(found == "87d3d187d017df32")
    }

    @Test("GENEActiv, with pages that follow, overlap and leave holes")
    func geneActiv() throws {
        var writer = GENEActivWriter()
        let samples = (0..<300).map { ($0 * 13 - 2048, 2047 - $0, -$0, $0, $0 == 7 || $0 == 8) }
        for time in ["33:500", "39:500", "45:510", "44:000", "58:000"] {
            writer.page("2025-01-11 11:17:\(time)", samples: samples)
        }
        writer.page("2025-01-11 11:19:01:000", x: 5)
        writer.page("2025-01-11 11:19:07:000", x: 6)
        var slow = GENEActivWriter()
        (slow.lineEnd, slow.header["Measurement Frequency"], slow.header["Time Zone"]) = ("\n", "66.7 Hz", "GMT -03:30")
        for second in stride(from: 0, to: 40, by: 4) { slow.page("2025-01-11 23:59:\(10 + second):000", x: second) }
        let found = try digest([("made.bin", writer.bytes), ("slow.bin", slow.bytes)])
        #expect(found == "673f5684fbc3daed")
    }

    @Test("Matrix, with every sensor, a hole and packets that overlap")
    func matrix() throws {
        var writer = MatrixWriter()
        for start in [0, 10, 20, 29, 60, 70] {
            writer.packet(
                1_700_000_000 + start, 1_700_000_010 + start, accelerations: (0..<250).map { [$0 + start, -$0, 4096] },
                rotations: (0..<20).map { [16384, -16384, $0] }, temperatures: [[365, 221], [-5, 0]],
                heartRates: start == 20 ? [] : [[900, 61], [0, 0], [1, 62]])
        }
        writer.promised = 7
        let found = try digest([("made.bin", writer.bytes)])
        #expect(found == "176b51346a74826f")
    }

    @Test("epochs of text: .AWD, Actiware, MotionWatch and Condor")
    func text() throws {
        let awd =
            ["night", "01-Oct-2009", "17:30", "4", "33", "V012345", "F"]
            + (0..<400).map { $0 % 97 == 5 ? "\($0) M" : "\($0 * 7 % 500) , \($0).5" } + [""]
        let heading = ["Line", "Date", "Time", "Activity", "Marker", "White Light", "Sleep/Wake", "Interval Status"]
        let rows = (0..<120).map { row in
            let clock = "\(10 + row / 60):\(row / 6 % 10)\(row % 6):00"
            return [
                "\(row + 1)", "28.02.2015", clock, row % 40 == 9 ? "NaN" : "\(row * 3)", row % 50 == 3 ? "1" : "0",
                "\(row),5", "\(row % 2)", row < 60 ? "REST-S" : "ACTIVE",
            ]
        }
        let actiware =
            (["\u{FEFF}\"Actiware Export File\"", "\"Actiwatch Serial Number:\",\"A7\"", ""]
            + ([heading] + rows).map { $0.map { "\"\($0)\"" }.joined(separator: ",") + "," }).joined(separator: "\r\n")
        let numbers = (0..<300).map { "\($0 % 37)" }.joined(separator: ",")
        let motion = """
            <?xml version="1.0"?><motionfile><log2><change><property><name>=StartTime</name>
            <content>2018-05-23 17:30:00</content></property></change><property><name>=Device</name><content>MW8</content>
            </property><!-- a > b --><property><name>+UserID</name><content>A &amp; B &#66;</content></property>
            <channel><name>motion</name><epoch>5</epoch><data>\(numbers)</data></channel>
            <channel><name>Light</name><epoch>5</epoch><data>\(numbers),</data></channel></log2></motionfile>
            """
        let head = """
            +-------------+ Condor Instruments Report +-------------+
            SUBJECT_NAME : Jos\u{E9}
            DEVICE_ID : 77
            DEVICE_MODEL : AT0503
            FIRMWARE_VERSION : 3.7
            +-------------------------------------------------------+
            DATE/TIME;MS;EVENT;TEMPERATURE;EXT TEMPERATURE;ORIENTATION;PIM;TAT;ZCM;LIGHT;STATE

            """
        let log = (0..<200).map { row in
            let clock = "0\(1 + row / 180)/02/2024 1\(row / 60):\(row / 10 % 6)\(row % 10):00"
            return
                "\(clock);\(row % 3 * 250);\(row % 70 == 4 ? 1 : 0);2\(row % 9),5;21.25;1;\(row * 5);\(row);\(row % 30);0,7;\(row % 5)"
        }.joined(separator: "\n")
        let found = try digest([
            ("x.awd", Array(awd.joined(separator: "\r\n").utf8)), ("x.csv", Array(actiware.utf8)),
            ("x.mtn", Array(motion.utf8)), ("x.txt", Array((head + log + "\n").utf8)),
        ])
        #expect(found == "856498a445a579ed")
    }

    @Test(
        "real recordings, whole and damaged", .enabled(if: TestData.isAvailable),
        arguments: [
            ("actiwatch/Actiwatch.AWD", "5a95127373494b9a"), ("actiwatch/example_01.AWD", "f16ff9a41713e5f9"),
            ("actiwatch/test_sample.mtn", "5b05acd0da6e7120"),
            ("agd/GT3XPlus-RawData-Day01-10sec.agd", "df0f4b2c7efa60eb"),
            ("cwa/ggirread_ax3_corrupt_blocks_0_13_14_142_143_144.cwa", "79857f408540b769"),
            ("cwa/ggirread_ax3_testfile.cwa", "c400579ae96f15ce"),
            ("cwa/ggirread_ax6_testfile.cwa", "4658a1c0cda24efe"),
            ("geneactiv/geneacore_667Hz.bin", "f0c9ec24ec2125d2"),
            ("geneactiv/geneacore_Incomplete_bin_file.bin", "ad741561f61bbff6"),
            ("geneactiv/geneacore_Not_contiguous.bin", "6b61644f2610397d"),
            ("gt3x/pygt3x_ISM_Enabled.gt3x", "06c31463a24219a5"),
            ("gt3x/ggir_actigraph_testfile.gt3x", "befcbf575e331938"),
            ("matrix/mtx_25Hz_acc_HR.BIN", "e2ce92b6472ee772"),
            ("matrix/mtx_corrupted.bin", "d3e58b9c8d3bf2bc"),
        ])
    func real(name: String, expected: String) throws {
        let found = try digest([(name, TestData.bytes(name))])
        #expect(found == expected)
    }
}
