import Glibc
package import Recordings
import Signals

extension ReplayRecording {
    /// Reads whatever lies at `path`: the folder of an Empatica session, a recorder's file, or a text file of beats.
    /// - Throws: `Failure` when it is none of these.
    package init(path: String, options: DecodeOptions = DecodeOptions()) throws {
        var status = stat()
        if stat(path, &status) == 0, status.st_mode & S_IFMT == S_IFDIR {
            try self.init(empaticaFolder: path)
            return
        }
        let file = try RecordingFile.open(path: path)
        if (try? RecordingFormats.format(of: file)) != nil {
            try self.init(recorder: file, options: options)
        } else {
            self.init(try BeatSeries(file), name: file.name)
        }
    }
}
