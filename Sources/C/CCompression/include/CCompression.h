// CCompression: decompression by the libraries of the system, behind one interface.
// It compresses nothing and opens no file.
#ifndef CARDAN_CCOMPRESSION_H
#define CARDAN_CCOMPRESSION_H

#include <stddef.h>

typedef enum {
  CARDAN_ZSTD,
  // LZ4 frames.
  CARDAN_LZ4,
  CARDAN_BZIP2,
  CARDAN_GZIP,
  // Deflate without a header, as in zip archives.
  CARDAN_DEFLATE,
} cardan_compression;

typedef enum {
  // More input or more room is needed.
  CARDAN_DECODER_MORE,
  // A frame has ended. The next call begins another one.
  CARDAN_DECODER_END,
  // The input is invalid.
  CARDAN_DECODER_DAMAGED,
  // The input needs a larger window than the decoder may have.
  CARDAN_DECODER_WINDOW,
} cardan_decoder_state;

// Decompresses one input, forward.
typedef struct cardan_decoder cardan_decoder;

// Loads the library of a compression; NULL if it is loaded, otherwise the reason why not.
const char *_Nullable cardan_compression_missing(cardan_compression compression);

// A decoder; NULL without memory. Its library must be loaded. `window_log` is the logarithm of the largest window of zstd; those of the
// others are small.
cardan_decoder *_Nullable cardan_decoder_create(cardan_compression compression, int window_log);

// Frees a decoder.
void cardan_decoder_free(cardan_decoder *_Nonnull decoder);

// Decompresses from `input` to `output`. The counts are those of available bytes, then those of used bytes.
cardan_decoder_state cardan_decoder_step(
    cardan_decoder *_Nonnull decoder, const void *_Nullable input, size_t *_Nonnull input_count, void *_Nonnull output,
    size_t *_Nonnull output_count);

#endif
