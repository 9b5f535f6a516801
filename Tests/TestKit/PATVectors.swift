import Foundation

/// Weights and a week that anybody can make again: those of the reference results of the pretrained actigraphy transformer.
package enum PATVectors {
    /// A linear congruential generator of 64 bits; numbers are its upper 53 bits, scaled to -scale ..< scale.
    struct Generator {
        var state: UInt64 = 42
        mutating func next(_ scale: Double) -> Float {
            state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            return Float((Double(state >> 11) / 9_007_199_254_740_992 * 2 - 1) * scale)
        }
    }

    /// The HDF5 file of a model with these weights, as the authors publish theirs.
    package static func weights(
        patch: Int, heads: Int, layers: Int, form: HDF5Writer.Form = .symbolTables
    ) -> [UInt8] {
        var (writer, generator) = (HDF5Writer(form), Generator())
        func add(_ path: String, _ shape: [Int], scale: Double, plus: Float = 0) {
            let values = (0..<shape.reduce(1, *)).map { _ in plus + generator.next(scale) }
            writer.add(path, shape: shape, values)
        }
        func dense(_ path: String, _ from: [Int], _ to: [Int]) {
            add("\(path)/kernel:0", from + to, scale: 1 / Double(from.reduce(1, *)).squareRoot())
            add("\(path)/bias:0", to, scale: 0.02)
        }
        dense("dense/dense", [patch], [96])
        for layer in 1...layers {
            let block = "encoder_layer_\(layer)_transformer"
            let attention = "\(block)/encoder_layer_\(layer)_attention"
            for part in ["query", "key", "value"] { dense("\(attention)/\(part)", [96], [heads, 96]) }
            dense("\(attention)/attention_output", [heads, 96], [96])
            add("\(block)/encoder_layer_\(layer)_norm1/gamma:0", [96], scale: 0.1, plus: 1)
            add("\(block)/encoder_layer_\(layer)_norm1/beta:0", [96], scale: 0.1)
            dense("\(block)/encoder_layer_\(layer)_ff1", [96], [256])
            dense("\(block)/encoder_layer_\(layer)_ff2", [256], [96])
            add("\(block)/encoder_layer_\(layer)_norm2/gamma:0", [96], scale: 0.1, plus: 1)
            add("\(block)/encoder_layer_\(layer)_norm2/beta:0", [96], scale: 0.1)
        }
        return writer.file()
    }

    /// The week, before it is standardised.
    package static let minutes: [Double] = (0..<10_080).map { minute in
        let day = 1200 * sin(2 * .pi * Double(minute - 540) / 1440)
        return max(0, day + 400 * sin(2 * .pi * Double(minute) / 97) + Double(7919 * minute % 613) - 200)
    }
}
