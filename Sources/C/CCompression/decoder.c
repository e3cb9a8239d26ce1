// Decompression by libzstd, liblz4, libbz2 and zlib, loaded when a log needs them. What is used of them is declared here, so
// that building needs none of their headers.
#include "CCompression.h"

#include <limits.h>
#include <stdlib.h>

#include "OnDemand.h"

static const char *const zstd_names[] = {"libzstd.so.1", "libzstd.so", NULL};
static const char *const lz4_names[] = {"liblz4.so.1", "liblz4.so", NULL};
static const char *const bzip2_names[] = {"libbz2.so.1.0", "libbz2.so.1", "libbz2.so", NULL};
static const char *const zlib_names[] = {"libz.so.1", "libz.so", NULL};

static cardan_library libraries[] = {
    [CARDAN_ZSTD] = {.names = zstd_names}, [CARDAN_LZ4] = {.names = lz4_names},
    [CARDAN_BZIP2] = {.names = bzip2_names}, [CARDAN_GZIP] = {.names = zlib_names},
    [CARDAN_DEFLATE] = {.names = zlib_names},
};

const char *cardan_compression_missing(cardan_compression compression) {
  return cardan_library_missing(&libraries[compression]);
}

// zstd.h
typedef struct {
  const void *bytes;
  size_t size, position;
} zstd_input;
typedef struct {
  void *bytes;
  size_t size, position;
} zstd_output;

// bzlib.h, bz_stream.
typedef struct {
  char *next_in;
  unsigned available_in, total_in_low, total_in_high;
  char *next_out;
  unsigned available_out, total_out_low, total_out_high;
  void *state, *allocate, *release, *opaque;
} bzip2_stream;

// zlib.h, z_stream.
typedef struct {
  const unsigned char *next_in;
  unsigned available_in;
  unsigned long total_in;
  unsigned char *next_out;
  unsigned available_out;
  unsigned long total_out;
  const char *message;
  void *state, *allocate, *release, *opaque;
  int data_type;
  unsigned long checksum, reserved;
} zlib_stream;

// The parameter and the error are those of zstd.h and zstd_errors.h.
enum { zstd_window_log = 100, zstd_window_too_large = 16 };
enum { bzip2_end = 4, zlib_end = 1, zlib_no_progress = -5, lz4_version = 100 };

struct cardan_decoder {
  cardan_compression compression;
  // Whether the library must be reset before the next step.
  int begins;
  int window_log;
  // The function that decompresses and the one that begins another frame.
  void *decode, *begin, *is_error;
  union {
    void *context;
    bzip2_stream bzip2;
    zlib_stream zlib;
  } state;
};

static void *function(cardan_compression compression, const char *name) {
  return cardan_library_symbol(&libraries[compression], name);
}

// Prepares a new decoder; 0 without memory.
static int prepare(cardan_decoder *decoder) {
  switch (decoder->compression) {
    case CARDAN_ZSTD:
      decoder->state.context = ((void *(*)(void))function(CARDAN_ZSTD, "ZSTD_createDStream"))();
      decoder->decode = function(CARDAN_ZSTD, "ZSTD_decompressStream");
      decoder->is_error = function(CARDAN_ZSTD, "ZSTD_isError");
      if (decoder->state.context == NULL) return 0;
      ((size_t(*)(void *, int, int))function(CARDAN_ZSTD, "ZSTD_DCtx_setParameter"))(
          decoder->state.context, zstd_window_log, decoder->window_log);
      return 1;
    case CARDAN_LZ4: {
      int (*create)(void **, unsigned) = (int (*)(void **, unsigned))function(CARDAN_LZ4, "LZ4F_createDecompressionContext");
      decoder->decode = function(CARDAN_LZ4, "LZ4F_decompress");
      decoder->is_error = function(CARDAN_LZ4, "LZ4F_isError");
      return create(&decoder->state.context, lz4_version) == 0;
    }
    case CARDAN_BZIP2:
      decoder->decode = function(CARDAN_BZIP2, "BZ2_bzDecompress");
      return ((int (*)(bzip2_stream *, int, int))function(CARDAN_BZIP2, "BZ2_bzDecompressInit"))(
                 &decoder->state.bzip2, 0, 0) == 0;
    default: {
      // 15: windows of any size; 16 more: with the header and the checksum of gzip; negative: bare.
      int window = decoder->compression == CARDAN_GZIP ? 15 + 16 : -15;
      decoder->decode = function(CARDAN_GZIP, "inflate");
      decoder->begin = function(CARDAN_GZIP, "inflateReset");
      return ((int (*)(zlib_stream *, int, const char *, int))function(CARDAN_GZIP, "inflateInit2_"))(
                 &decoder->state.zlib, window, "1.2.11", (int)sizeof(zlib_stream)) == 0;
    }
  }
}

cardan_decoder *cardan_decoder_create(cardan_compression compression, int window_log) {
  cardan_decoder *decoder = calloc(1, sizeof *decoder);
  if (decoder == NULL) return NULL;
  decoder->compression = compression;
  decoder->window_log = window_log;
  if (prepare(decoder)) return decoder;
  free(decoder);
  return NULL;
}

void cardan_decoder_free(cardan_decoder *decoder) {
  switch (decoder->compression) {
    case CARDAN_ZSTD: ((size_t(*)(void *))function(CARDAN_ZSTD, "ZSTD_freeDStream"))(decoder->state.context); break;
    case CARDAN_LZ4:
      ((size_t(*)(void *))function(CARDAN_LZ4, "LZ4F_freeDecompressionContext"))(decoder->state.context);
      break;
    case CARDAN_BZIP2:
      ((int (*)(bzip2_stream *))function(CARDAN_BZIP2, "BZ2_bzDecompressEnd"))(&decoder->state.bzip2);
      break;
    default: ((int (*)(zlib_stream *))function(CARDAN_GZIP, "inflateEnd"))(&decoder->state.zlib);
  }
  free(decoder);
}

// libbz2 begins another frame only in a new stream.
static int begin_bzip2(cardan_decoder *decoder) {
  ((int (*)(bzip2_stream *))function(CARDAN_BZIP2, "BZ2_bzDecompressEnd"))(&decoder->state.bzip2);
  decoder->state.bzip2 = (bzip2_stream){0};
  return prepare(decoder);
}

static unsigned limited(size_t count) { return count > UINT_MAX ? UINT_MAX : (unsigned)count; }

cardan_decoder_state cardan_decoder_step(
    cardan_decoder *decoder, const void *input, size_t *input_count, void *output, size_t *output_count) {
  size_t (*is_error)(size_t) = (size_t(*)(size_t))decoder->is_error;
  size_t status;
  switch (decoder->compression) {
    case CARDAN_ZSTD: {
      zstd_input from = {input, *input_count, 0};
      zstd_output to = {output, *output_count, 0};
      status = ((size_t(*)(void *, zstd_output *, zstd_input *))decoder->decode)(decoder->state.context, &to, &from);
      *input_count = from.position;
      *output_count = to.position;
      if ((unsigned)is_error(status)) {
        int (*code)(size_t) = (int (*)(size_t))function(CARDAN_ZSTD, "ZSTD_getErrorCode");
        return code(status) == zstd_window_too_large ? CARDAN_DECODER_WINDOW : CARDAN_DECODER_DAMAGED;
      }
      return status == 0 ? CARDAN_DECODER_END : CARDAN_DECODER_MORE;
    }
    case CARDAN_LZ4:
      status = ((size_t(*)(void *, void *, size_t *, const void *, size_t *, const void *))decoder->decode)(
          decoder->state.context, output, output_count, input, input_count, NULL);
      if (!(unsigned)is_error(status)) return status == 0 ? CARDAN_DECODER_END : CARDAN_DECODER_MORE;
      *input_count = *output_count = 0;
      return CARDAN_DECODER_DAMAGED;
    case CARDAN_BZIP2: {
      if (decoder->begins && !begin_bzip2(decoder)) return CARDAN_DECODER_DAMAGED;
      bzip2_stream *stream = &decoder->state.bzip2;
      unsigned in = limited(*input_count), out = limited(*output_count);
      stream->next_in = (char *)input, stream->available_in = in;
      stream->next_out = output, stream->available_out = out;
      int result = ((int (*)(bzip2_stream *))decoder->decode)(stream);
      *input_count = in - stream->available_in;
      *output_count = out - stream->available_out;
      decoder->begins = result == bzip2_end;
      if (result < 0) return CARDAN_DECODER_DAMAGED;
      return decoder->begins ? CARDAN_DECODER_END : CARDAN_DECODER_MORE;
    }
    default: {
      zlib_stream *stream = &decoder->state.zlib;
      if (decoder->begins) ((int (*)(zlib_stream *))decoder->begin)(stream);
      unsigned in = limited(*input_count), out = limited(*output_count);
      stream->next_in = input, stream->available_in = in;
      stream->next_out = output, stream->available_out = out;
      int result = ((int (*)(zlib_stream *, int))decoder->decode)(stream, 0);
      *input_count = in - stream->available_in;
      *output_count = out - stream->available_out;
      decoder->begins = result == zlib_end;
      if (result < 0 && result != zlib_no_progress) return CARDAN_DECODER_DAMAGED;
      return decoder->begins ? CARDAN_DECODER_END : CARDAN_DECODER_MORE;
    }
  }
}
