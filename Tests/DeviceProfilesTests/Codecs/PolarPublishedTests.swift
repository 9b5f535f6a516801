import DeviceProfiles
import Signals
import TestKit
import Testing

/// Every measurement frame of the published unit tests.
@Suite(.enabled(if: TestData.isAvailable))
struct PolarPublishedTests {
    let vectors: PolarVectors

    init() throws { vectors = try PolarVectors() }

    private func decode(
        _ test: String, _ header: String, _ content: String, factor: (stream: Int, value: Double)? = nil
    ) throws -> DecodedFrame {
        let vector = try vectors.named(test)
        var codec = PolarCodec()
        if let factor { codec.set("factor.\(factor.stream)", to: factor.value) }
        return try codec.frame(vector.data(header) + vector.data(content))
    }

    @Test func `raw acceleration comes in thousandths of g`() throws {
        let frame = try decode(
            "process acc raw data frame type 1", "accDataFrameHeader", "accDataFrameContent")
        let values = frame.values("acceleration")
        #expect(Array(values.prefix(6)) == [-9, -1, 999, -8, -2, 997].map { $0 / 1000 })
        #expect(values.count == 108)
        #expect(frame.deviceTime == 2_000_000_000)
    }

    @Test func `compressed acceleration begins with its whole sample`() throws {
        let frame = try decode(
            "process acc compressed data type 1", "accDataFrameHeader", "accDataFrameContent")
        #expect(frame.values("acceleration") == [-15, 20, 1008, -20, 17, 1008].map { $0 / 1000 })
    }

    @Test func `a long compressed block of kind 0 is in steps of the factor`() throws {
        let content = try vectors.named("process acc compressed data type 1").data("measurementFrameAccType0Short")
        var codec = PolarCodec()
        codec.set("factor.2", to: 1)
        let frame = try codec.frame(hex("02 6500000000000000 80") + content.prefix(103))
        #expect(Array(frame.values("acceleration").prefix(3)) == [-163, 152, 4093])
        #expect(frame.values("acceleration").suffix(3) == [-174, 157, 4095])
        // The published content ends in the middle of its second block.
        #expect(throws: DecodeError.self) { _ = try codec.frame(hex("02 6500000000000000 80") + content) }
    }

    @Test func `several blocks of differences follow each other`() throws {
        let content = try vectors.named("test_parseDeltaFrameAllSamples_multipleDeltas").data("dataFrame")
        var codec = PolarCodec()
        let frame = try codec.frame(hex("02 6500000000000000 81") + content)
        #expect(Array(frame.values("acceleration").prefix(6)) == [-55, 18, 17, -54, 18, 18].map { $0 / 1000 })
        #expect(frame.column("acceleration")?.count == 140)
        #expect(frame.values("acceleration").suffix(3) == [-51, 19, 16].map { $0 / 1000 })
    }

    @Test func `differences of 32 bits wrap around`() throws {
        let vector = try vectors.named("test_parseDeltaFrameAllSamples_withResolution32")
        let content = try vector.data("measurementFrame")
        var codec = PolarCodec()
        let frame = try codec.frame(hex("05 6500000000000000 81") + content)
        #expect(frame.column("angular_velocity").map { Double($0.count) } == vector.scalars["amountOfSamples"])
    }

    @Test func `whole samples of 16 bits have a sign and those of 32 are numbers`() throws {
        let sixteen = try vectors.named("parse reference sample when resolution16 and type is unsigned int")
        var codec = PolarCodec()
        codec.set("factor.6", to: 1000)
        let field = try codec.frame(hex("06 6500000000000000 81") + sixteen.data("dataBytes"))
        #expect(field.values("magnetic_field") == [-1, 0, 32767])
        let wide = try vectors.named("parse reference sample when resolution32 and type is decimal IEEE 754")
        let rotation = try codec.frame(hex("05 6500000000000000 81") + wide.data("dataBytes")).values(
            "angular_velocity")
        #expect(rotation.count == 3 && rotation[0] == 0 && rotation[1].isNaN && rotation[2] == 0)
    }

    @Test func `electrocardiogram frames of three kinds`() throws {
        let plain = try decode("process raw ecg data type 0", "ecgDataFrameHeader", "ecgDataFrameContent")
        #expect(plain.values("ecg") == [-32766, 32770])
        let eighteen = try decode("process raw ecg data type 2", "ecgDataFrameHeader", "ecgDataFrameContent")
        #expect(eighteen.values("ecg") == [32896, 262_143])
        let pair = try decode("process raw ecg data type 3", "ecgDataFrameHeader", "ecgDataFrameContent")
        #expect(pair.values("ecg") == [201_216, -1_015_806])
    }

    @Test func `rotation is single precision whose bits are added up`() throws {
        let one = try decode("process gyro compressed data type 1", "gyroDataFrameHeader", "gyroDataFrameContent")
        #expect(one.values("angular_velocity") == [1, 10, 20, 10, 20, 1.1])
        let half = try decode(
            "process gyro compressed data type 1 with factor", "gyroDataFrameHeader", "gyroDataFrameContent",
            factor: (5, 0.5))
        #expect(half.values("angular_velocity") == [0.5, 5, 10, 5, 10, 0.55])
    }

    @Test func `the magnetic field comes with a state that is left out`() throws {
        let one = try decode("process magnetometer compressed data type 1", "magDataFrameHeader", "magDataFrameContent")
        // 37FF 51FD 6CF6, then differences of 3 bits 0, -1, -1.
        #expect(Array(one.values("magnetic_field").prefix(3)) == [-201, -687, -2452].map { $0 / 1000 })
        #expect(one.column("magnetic_field")?.axes == 3)
        let scaled = try decode(
            "process magnetometer compressed data type 1 with factor", "magDataFrameHeader", "magDataFrameContent",
            factor: (6, 1.1))
        #expect(abs((scaled.values("magnetic_field").first ?? 0) + 0.2211) < 1e-6)
    }

    @Test func `optical frames of four, sixteen and twenty channels`() throws {
        let four = try decode("test compressed PPG frame type 0", "ppgDataFrameHeader", "ppgDataFrameContent")
        #expect(four.column("ppg")?.axes == 4)
        #expect(Array(four.values("ppg").prefix(4)) == [11564, 30658, -11565, -30659])
        #expect(
            zip(four.values("ppg").dropFirst(4), four.values("ppg")).prefix(4).map { $0 - $1 } == [178, -68, -178, 68])
        let sixteen = try decode("test compressed PPG frame type 7", "ppgDataFrameHeader", "ppgDataFrameContent")
        #expect(sixteen.column("ppg")?.axes == 16 && sixteen.column("ppg")?.count == 2)
        #expect(sixteen.values("ppg").first == 2_141_705 && sixteen.values("ppg")[1] == 2_325_642)
        var codec = PolarCodec()
        let twenty = try codec.frame(
            vectors.named("test compressed PPG frame type 10").data("ppgDataFrameContent"))
        #expect(twenty.column("ppg")?.axes == 20 && twenty.column("ppg")?.count == 7)
    }

    @Test func `uncompressed optical frames of kinds 10 and 13 are refused`() throws {
        for test in [
            "test uncompressed PPG frame type 10 throws error", "test uncompressed PPG frame type 13 throws error",
        ] {
            let bytes = try vectors.named(test).data("ppgDataFrameContent")
            var codec = PolarCodec()
            #expect(throws: DecodeError.self) { _ = try codec.frame(bytes) }
        }
    }

    @Test func `an optical sensor tells of its gains between samples`() throws {
        func settings(_ test: String) throws -> PPGSettings {
            let vector = try vectors.named(test)
            // The published header of one of them has bits set that name no stream.
            let bytes = try [1] + vector.data("ppgDataFrameHeader").dropFirst() + vector.data("ppgDataFrameContent")
            return try ppgSettings(bytes)
        }
        let four = try settings("test raw PPG frame type 4")
        #expect(four.integrations.count == 12 && four.integrations[0] == 2)
        #expect(
            four.gains[0] == [1, 7] && four.gains[1] == [7, 0] && four.gains[10] == [1, 2] && four.gains[11] == [7, 0])
        #expect(try settings("test raw PPG frame type 5").mode == 0xFFFF_FFFF)
        let one = try settings("test raw PPG frame type 14")
        #expect(one.integrations == [3] && one.gains == [[0, 2]])
    }

    @Test func `pulse intervals keep what the sensor does not trust apart`() throws {
        let vector = try vectors.named("process ppi raw data type 0")
        let content = try vector.data("ppiDataFrameContent")
        let pulses = try pulseIntervals(content)
        let first = pulses[0]
        #expect(first.rate == 128 && first.interval == 32896 && first.error == 32896)
        #expect(first.isBlocked && first.contact == true)
        let second = pulses[1]
        #expect(second.rate == 0 && second.interval == 1 && second.error == 1 && !second.isBlocked)
        let frame = try decode("process ppi raw data type 0", "ppiDataFrameHeader", "ppiDataFrameContent")
        #expect(frame.deviceTime == nil)
        #expect(frame.values("rr_interval").map(\.isNaN) == [true, false])
    }

    @Test func `heart rates that were kept without a link`() throws {
        let plain = try decode(
            "test offline Type0 hr data sample", "offlineHrDataFrameHeader", "offlineHrDataFrameContent")
        let rates = plain.values("heart_rate")
        #expect(rates.count == 9 && rates[0].isNaN && rates[1] == 255 && rates.last == 127)
    }

    @Test func `temperature and pressure are single numbers`() throws {
        let skin = try vectors.named(
            "dataFromCompressedType0_parse-data_with-compressed-data"
        ).data("temperatureDataFrame")
        var codec = PolarCodec()
        // 41DC51EC is 27.54; four differences of 2 bits, all 0 or -1 of the last place.
        #expect(abs((try codec.frame(skin).values("skin_temperature").first ?? 0) - 27.54) < 1e-4)
        let air = try decode(
            "process compressed temperature data type 0", "temperatureDataFrameHeader", "temperatureDataFrameContent")
        #expect(abs((air.values("temperature").first ?? 0) - 27.54) < 1e-4)
        let pressure = try decode(
            "process compressed pressure data type 0", "pressureDataFrameHeader", "pressureDataFrameContent")
        let doubled = try decode(
            "process compressed pressure data type 0 with factor", "pressureDataFrameHeader",
            "pressureDataFrameContent", factor: (11, 2))
        #expect(pressure.values("pressure").count == doubled.values("pressure").count)
        #expect(pressure.values("pressure").map { $0 * 2 } == doubled.values("pressure"))
    }

    @Test func `headers name the stream and its time`() throws {
        let cases: [(String, String, PolarStream, UInt64?)] = [
            ("process ecg data", "ecgDataHeaderFromService", .ecg, nil),
            ("process acc data", "accDataHeaderFromService", .acceleration, 1),
            ("process ppi data", "ppiDataHeaderFromService", .ppi, 0),
            ("process magnetometer data", "magDataHeaderFromService", .magnetometer, 8_070_450_532_247_928_832),
            ("process location data", "locationDataHeaderFromService", .location, nil),
            ("process temperature data", "temperatureDataHeaderFromService", .temperature, 1),
        ]
        for (test, name, stream, time) in cases {
            let header = try polarHeader(vectors.named(test).data(name))
            #expect(header.stream == stream)
            if let time { #expect(header.time == time) }
        }
    }
}
