import Documents
import Runtime
import Signals

/// The list that comes with an export: what went in, what came out, and the digest of each file.
package enum ExportManifest {
    /// The file name of the manifest of `content`.
    package static func name(_ content: ExportContent) -> String { "\(content.label).manifest.json" }

    /// The manifest of `files`, all made of `content`.
    package static func file(_ content: ExportContent, _ files: [ExportFile]) -> ExportFile {
        file(content, files.map(\.summary))
    }

    /// The manifest of files of which only this is known, all made of `content`.
    package static func file(_ content: ExportContent, _ files: [ExportPart.Summary]) -> ExportFile {
        var json = JSONText()
        json.object { json in
            content.writeOrigin(&json)
            json.field("start", LocalTime.iso(content.window.lowerBound, in: .utc))
            json.field("end", LocalTime.iso(content.window.upperBound, in: .utc))
            json.array("methods") { json in
                for method in content.allMethods { json.method(method) }
            }
            json.object("counts_in") { json in for item in content.counts { json.field(item.name, item.count) } }
            json.array("losses") { json in for loss in content.losses { json.loss(loss) } }
            json.array("files") { json in
                for file in files { json.file(file) }
            }
        }
        return ExportFile(
            name: name(content), mediaType: "application/json",
            bytes: json.bytes + Array("\n".utf8))
    }
}

extension JSONText {
    fileprivate mutating func method(_ method: Method) {
        object { json in
            json.field("name", method.name)
            json.field("version", method.version)
            json.object("parameters") { json in
                for (name, value) in method.parameters.sorted(by: { $0.key < $1.key }) { json.field(name, value) }
            }
        }
    }

    fileprivate mutating func loss(_ loss: Loss) {
        object { json in
            json.field("cause", loss.cause.rawValue)
            json.field("count", loss.count)
            json.field("unit", loss.unit.rawValue)
            json.field("start", loss.first.map { LocalTime.iso($0, in: .utc) })
            json.field("end", loss.end.map { LocalTime.iso($0, in: .utc) })
            json.field("channel", loss.channel?.rawValue)
            json.field("detail", loss.detail)
        }
    }

    fileprivate mutating func file(_ file: ExportPart.Summary) {
        object { json in
            json.field("name", file.name)
            json.field("bytes", file.bytes)
            json.field("sha256", file.digest)
            json.object("counts_out") { json in
                for (name, count) in file.counts.sorted(by: { $0.key < $1.key }) { json.field(name, count) }
            }
        }
    }
}
