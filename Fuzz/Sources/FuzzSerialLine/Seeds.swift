import Glibc

/// Inputs to begin with.
enum Seeds {
    private static let lines = [
        "ID=CWA,17,48,12345,0", "ID=AX6,64,56,6011834,7", "$TIME=2024/03/04,22:15:00.042", "$BATT=697,4083,mV,100,1",
        "BATTHEALTH=120", "FTL=0,0,20,2,3,5", "RATE=74,100,500", "HIBERNATE=2024/03/04,22:00:00", "STOP=-1",
        "LOG,3,0x020A,2024/03/04,22:15:00,text", "ANNOTATE03=_sc=K07                         ", "1,-2,256,4,5,6",
        "ERROR: Locked.", "COMMIT: Delayed activation.",
    ]

    /// Writes each into a file of its own.
    static func write(to folder: String) {
        var inputs = lines.map { [0] + Array($0.utf8) }
        inputs.append([1] + Array(#"36 35 8:0 / /media/a\040b ro,nosuid shared:7 - vfat /dev/sda rw"#.utf8))
        for line in lines {
            let bytes = Array("\(line)\r\n".utf8)
            inputs.append([2, 0, 7, UInt8(bytes.count)] + bytes + [1, 7, 4, 79, 75, 13, 10, 4, 5])
        }
        for (index, input) in inputs.enumerated() {
            guard let file = fopen("\(folder)/seed-\(index)", "w") else { continue }
            fwrite(input, 1, input.count, file)
            fclose(file)
        }
    }
}
