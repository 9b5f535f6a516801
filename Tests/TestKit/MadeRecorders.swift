/// Small files of recorders whose formats are tables or pages, for tests and as seeds of the fuzzer.
package enum MadeRecorders {
    /// A .wav of omconvert: `frames` of x, y, z and a fourth channel in which `unavailable` ones are marked.
    package static func wav(
        frames: [[Int]], unavailable: Range<Int> = 0..<0, rate: Int = 100, promised: Int? = nil
    ) -> [UInt8] {
        func chunk(_ name: String, _ bytes: [UInt8]) -> [UInt8] {
            Array(name.utf8) + little(bytes.count, 4) + bytes + (bytes.count % 2 == 1 ? [0] : [])
        }
        let format =
            little(1, 2) + little(4, 2) + little(rate, 4) + little(8 * rate, 4) + little(8, 2) + little(16, 2)
        let comment =
            "Time: 2018-03-18 17:24:47.500\nChannel-1: Accel-X\nScale-1: 8\nChannel-2: Accel-Y\nScale-2: 8\n"
            + "Channel-3: Accel-Z\nScale-3: 8\n\0"
        let list =
            Array("INFO".utf8) + chunk("IART", Array("Id: 37727\nDevice: CWA\n\0\0".utf8))
            + chunk("ICMT", Array(comment.utf8))
        let samples = frames.enumerated().flatMap { index, frame in
            frame.flatMap { little($0, 2) } + little(unavailable.contains(index) ? 0x8000 : 0, 2)
        }
        let data = Array("data".utf8) + little(promised ?? samples.count, 4) + samples
        let body = Array("WAVE".utf8) + chunk("fmt ", format) + chunk("LIST", list) + data
        return Array("RIFF".utf8) + little(body.count, 4) + body
    }

    /// A GENEA's file: for each second of the clock so many samples, of which the first has `x`, after `early` ones.
    package static func genea(
        seconds: [(second: Int, count: Int)], early: Int = 0, rate: Int = 80
    ) -> [UInt8] {
        var pieces: [[UInt8]] = []
        func sample(_ x: Int, _ y: Int, _ z: Int) -> [UInt8] {
            let (x, y, z) = (x & 0xFFF, y & 0xFFF, z & 0xFFF)
            return [
                0, UInt8(x >> 8), UInt8(x & 255), UInt8(y >> 4), UInt8(y & 15) << 4 | UInt8(z >> 8), UInt8(z & 255),
            ]
        }
        for _ in 0..<early { pieces.append(sample(0, 0, -340)) }
        for (second, count) in seconds {
            pieces.append([0, 0x20] + little(second, 4).reversed())
            for index in 0..<count { pieces.append(sample(-index, index, -340)) }
            pieces.append([0, 0x40, 110, 0, 0, 0])
        }
        var bytes = Array(
            "GENEA/1.00\r\nSerial-Number:01275\r\nAccel-Offsets:0 0 0\r\nAccel-Gains:8192 8192 8192\r\nSample-Rate:\(rate)Hz\r\n\r\n"
                .utf8)
        for start in stride(from: 0, to: pieces.count, by: 341) {
            bytes += pieces[start..<min(pieces.count, start + 341)].flatMap { $0 }
            if start + 341 <= pieces.count { bytes += [0, 0] }
        }
        return bytes
    }

    /// An export of ActiLife: its ten lines, and `rows` below.
    package static func actiGraph(
        rows: [String], epoch: String = "00:00:00", date: String = "1/31/2024", format: String = "M/d/yyyy",
        mode: Int = 12, end: String = "\r\n"
    ) -> [UInt8] {
        let head = [
            "------------ Data File Created By ActiGraph GT3X+ ActiLife v6.13.3 Firmware v1.9.2 date format \(format) at 30 Hz  Filter Normal -----------",
            "Serial Number: MOS2E39180594", "Start Time 23:59:59", "Start Date \(date)",
            "Epoch Period (hh:mm:ss) \(epoch)", "Download Time 10:00:00", "Download Date \(date)",
            "Current Memory Address: 0", "Current Battery Voltage: 4.18     Mode = \(mode)",
            "--------------------------------------------------",
        ]
        return Array((head + rows + [""]).joined(separator: end).utf8)
    }

    /// An Actical's export of five minutes, the third of them damaged.
    package static let actical = Array(
        """
        Actical List Export File  (Version 03.00),,,,,,,,,
        Device Serial Number:,B1,,,,,,,,
        ------------------- Epoch-by-Epoch Data --------------------,,,,,,,,,
        Epoch#,Day#,Elapsed,Date,Time,Activity,Steps,Energy,Activity,Event Marker
        ,,Seconds,,,Counts,,Expenditure,Intensity,Button Presses
        ,,,,,,,kcals/min/kg,(1=sedentary),(1=pressed)
        0,1,60,31-Dec-21,23:58,250,12,NaN,NaN,0
        1,1,120,31-Dec-21,23:59,361,50,0.5,2,1
        2,1,180,01-Jan-22,00:00,x7y,15,0,1,0
        3,1,240,01-Jan-22,00:01,151,0,0,1,0
        4,1,300,01-Jan-22,00:02,0,0,0,1,0

        """.utf8)

    /// A Daqtometer's file of bins of two seconds, with one that has no value and a hole.
    package static let daqtometer = Array(
        """
        Start: 2024-01-31 23:59:56 GMT
        End: 2024-02-01 00:00:06 GMT

        Serial number:,U1,U1
        Name:,Accelleration X+Y,Light
        Store rate:,2,2
        Binning mode:,Sum,Average

        2024-01-31 23:59:56,26,53
        2024-01-31 23:59:58,x,54
        2024-02-01 00:00:00,9,55
        2024-02-01 00:00:06,1,56

        """.replacing("\n", with: "\r\n").utf8)

    /// A Tempatilumi's file with temperature, a mark and a decimal comma.
    package static let tempatilumi = Array(
        """
        Remark: one
        N° de série: 7

        Data; Hora; Evento; Temperatura; Luminosidade; Atividade
        31/12/2023; 23:59:00; 1; 21,5; 3; 10;
        1/1/2024; 00:00:00; 0; 21,6; 4; 723;
        1/1/2024; 00:01:00; 0; ?; 4; 5;

        """.utf8)

    /// Tables of samples with a time each: of omconvert with a heading, of cwa-convert without one, of NHANES.
    package static let axivity = [
        Array(
            "Time,Accel-X (g),Accel-Y (g),Accel-Z (g)\n2024-01-31 23:59:59.980,0.1,-0.2,1.0\n2024-01-31 23:59:59.990,0.1,-0.2,1.1\n2024-02-01 00:00:00.000,0.1,-0.2,1.2\n2024-02-01 00:00:01.000,0.1,-0.2,1.3\n"
                .utf8),
        Array(
            "2024-01-31 23:59:59.980,0.1,-0.2,1.0\n2024-01-31 23:59:59.990,0.1,-0.2,1.1\n2024-02-01 00:00:00.000,0.1,-0.2,1.2\n2024-02-01 00:00:01.000,0.1,-0.2,1.3\n"
                .utf8),
    ]

    /// NHANES: raw samples, and minutes of two people.
    package static let nhanes = [
        Array(
            "HEADER_TIMESTAMP,X,Y,Z\n2000-01-08 13:00:00.000,0.1,-0.2,1.0\n2000-01-08 13:00:00.013,0.1,-0.2,1.0\n2000-01-08 13:00:00.025,0.1,-0.2,1.0\n"
                .utf8),
        Array(
            "\"ID\",\"Day\",\"MIN1\",\"MIN2\",\"MIN3\"\n1,1,5,6,7\n1,2,8,9,NA\n2,1,0,0,0\n".utf8),
    ]

    /// A table that is no recorder's own.
    package static let table = Array(
        "Exported by nobody\nWhen;Ax [mg];Ay [mg];Az [mg];Lux\n31.01.2024 23:59:59,50;10,5;-20;1000;3\n01.02.2024 00:00:00,00;11;-21;1001;4\n01.02.2024 00:00:00,50;12;-22;x;5\n"
            .utf8)
}
