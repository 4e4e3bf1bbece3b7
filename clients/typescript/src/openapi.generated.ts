// Made from the OpenAPI document by generate/openapi-types.ts: `npx vitest run clients -u` makes it anew.

export interface paths {
    "/v1.0/image-without-background": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Cut out the subject, as a PNG
         * @description Takes an image file and answers with the PNG of its subject, at the size of the upright input. Options ask for another format, a background, a crop or another size.
         *
         *     Opaque pixels keep the colours of the photo; where nothing is left the colour is 0, so the background really leaves.
         *
         *     Set `include_image_type` to false to leave the image type out.
         *
         *     Costs 1 credit when it answers 200, nothing otherwise.
         */
        post: operations["image-without-background"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1.0/image-without-background-base64": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Cut out the subject, as Base64 in JSON
         * @description Takes an image as Base64 and answers with the cutout as Base64. The picture is the one that the binary form gives.
         *
         *     Set `include_image_type` to false to leave the image type out.
         *
         *     Oversize and unsupported images answer 422 here, never 413 or 415. Unknown members are ignored.
         *
         *     Costs 1 credit when it answers 200, nothing otherwise.
         */
        post: operations["image-without-background-base64"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1.0/alpha-channel": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Alpha matte of the subject, as a PNG
         * @description Takes an image file and answers with the matte alone, at the size of the upright input. Apply it to your own original as its alpha channel. Options ask for a crop or another size; with the same ones it fits the cutout.
         *
         *     Set `include_image_type` to false to leave the image type out.
         *
         *     Costs 1 credit when it answers 200, nothing otherwise.
         */
        post: operations["alpha-channel"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1.0/alpha-channel-base64": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Alpha matte of the subject, as Base64 in JSON
         * @description Takes an image as Base64 and answers with the matte as Base64. The matte is the one that the binary form gives.
         *
         *     Set `include_image_type` to false to leave the image type out.
         *
         *     Oversize and unsupported images answer 422 here, never 413 or 415. Unknown members are ignored.
         *
         *     Costs 1 credit when it answers 200, nothing otherwise.
         */
        post: operations["alpha-channel-base64"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1.0/car-image-without-background": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Cut out a car, as a PNG
         * @description Finds the largest vehicle, cuts it out, opens its windows and bakes an `ai` shadow in. Send `shadow_type=none` for a cutout without a shadow and `reconstruct_windows=false` for the plain silhouette. The colours stay those of the photo. A picture without a vehicle answers 422. Options ask for another format, a background, a crop or another size.
         *
         *     Costs 1 credit when it answers 200, nothing otherwise.
         */
        post: operations["car-image-without-background"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1.0/car-image-without-background-base64": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Cut out a car, as Base64 in JSON
         * @description Finds the largest vehicle, cuts it out, opens its windows and bakes an `ai` shadow in. Send `shadow_type=none` for a cutout without a shadow and `reconstruct_windows=false` for the plain silhouette. The colours stay those of the photo. A picture without a vehicle answers 422. Options ask for another format, a background, a crop or another size.
         *
         *     Oversize and unsupported images answer 422 here, never 413 or 415. Unknown members are ignored.
         *
         *     Costs 1 credit when it answers 200, nothing otherwise.
         */
        post: operations["car-image-without-background-base64"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1.0/car-layers-base64": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Car cutout, shadow and view angles, in JSON
         * @description Finds the largest vehicle and answers with its layers: the cutout without a shadow, the shadow as a greyscale PNG of its own, and the angles from which the camera saw the car. `shadow_type=none` leaves the shadow out.
         *
         *     Oversize and unsupported images answer 422 here, never 413 or 415. Unknown members are ignored.
         *
         *     Costs 1 credit when it answers 200, nothing otherwise.
         */
        post: operations["car-layers-base64"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/available-credit": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Credits left and when they expire
         * @description Credits that the key can spend now and the date they expire. Free, but it counts towards the rate limit.
         *
         *     It answers 200 also when no credit is left or the credits have expired, and to restricted keys.
         */
        get: operations["available-credit"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
}
export type webhooks = Record<string, never>;
export interface components {
    schemas: {
        /** @description The usual shape of an error. */
        DetailError: {
            /** @description What happened, in words. */
            detail: string;
        };
        /** @description Which part of the request is wrong, and why. */
        ValidationError: {
            detail: {
                /** @description Path to the part or member. */
                loc: (string | number)[];
                /** @description What is wrong and what to do. */
                msg: string;
                /** @description Kind of the problem, for programs. */
                type: string;
            }[];
        };
        /** @description The rate limit was exceeded. */
        RateLimitError: {
            /** @enum {string} */
            error: "Too Many Requests";
            /** @enum {number} */
            status: 429;
            message: string;
        };
        CutoutUpload: {
            /**
             * Format: binary
             * @description The image: JPEG, PNG, WebP, AVIF, HEIC, TIFF, BMP, GIF, at most 20.0 MB. What counts is the content; name and declared type are ignored. The earlier spelling `image` is accepted in its place. Send exactly one of `file`, `image_url`.
             */
            file?: string;
            /**
             * @description Address of the image, which is then fetched: `http` or `https` at the default port, a public host, without credentials, at most 2,048 characters and three redirects. Send exactly one of `file`, `image_url`.
             * @example https://images.example.com/photo.jpg
             */
            image_url?: string;
            /**
             * @description Whether to return how likely the picture is a photo and how likely a graphic. As text: true, 1, yes, on, t, y or false, 0, no, off, f, n, in any case.
             * @default true
             */
            include_image_type: boolean | number | string;
            /**
             * @description Colours of the soft edge. `refined` estimates the subject's own, so that no halo of the old background shows on a new one; `original` keeps those of the photo. Opaque pixels are the photo's in either case.
             * @default refined
             * @enum {string}
             */
            edge_colors: "refined" | "original";
            /**
             * @description Whether soft edges such as hair, fur and leaves are refined at full resolution. `auto` does so if this deployment has it switched on; `off` never does, which is faster.
             * @default auto
             * @enum {string}
             */
            refine: "auto" | "off";
            /**
             * @description Name of the network that makes the matte: one that this deployment offers, `matte` for its own. Left out, its own makes it, and graphics on one colour are cut by colour; with a name they are not.
             * @example matte
             */
            model?: string;
            /**
             * @description Box around the subject that is meant, `x1 y1 x2 y2` from its top left to its bottom right corner, in the upright picture: pixels, or percent of the picture's sides. The networks see the box and some room around it; outside of it the answer is transparent. Size and shape of the answer stay. Of cars the one that it fits best is meant. It covers at least 16 × 16 pixels of the picture.
             * @example 10% 10% 60% 90%
             */
            roi?: string;
            /**
             * @description Places that belong to the subject: `x y` pairs with `;` between, in the upright picture before any downscale, each number in pixels from 0 or in percent of the picture's side. The part on which each is becomes opaque. With `drop_points` at most 32. It needs a deployment with a point segmenter.
             * @example 50% 40%; 62.5% 30%
             */
            keep_points?: string;
            /**
             * @description Places that belong to the background, as `keep_points`. The part on which each is becomes transparent.
             * @example 12% 88%
             */
            drop_points?: string;
            /**
             * @description What is done with enclosed parts of the background's colour, where a graphic on one colour is cut by colour. `auto`: the holes of letters and rings are clear, and what has something drawn inside stays; `open`: all from 60 pixels on are clear; `filled`: none that does not reach the border. Elsewhere `X-Ignored` names it.
             * @default auto
             * @enum {string}
             */
            holes: "auto" | "open" | "filled";
            /**
             * @description Format of the answer. `webp` has lossy colours and the exact alpha; `jpeg` has no alpha and shows the subject on `background_color`, white by default; `zip` has `color.jpg`, `alpha.png` and `manifest.json`, the small way to send a big cutout.
             * @default png
             * @enum {string}
             */
            output_format: "png" | "webp" | "jpeg" | "zip";
            /**
             * @description Quality of `webp`, `jpeg` and the colours of `zip`, 1 to 100; 90 where it is not sent.
             * @example 80
             */
            output_quality?: number | string;
            /**
             * @description Laid under the cutout: `#rgb`, `#rrggbb`, `#rrggbbaa`, or a colour name of CSS in lower case. It is in the colour space of the picture, and mixed in gamma-encoded values, as browsers do.
             * @example #ffffff
             */
            background_color?: string;
            /**
             * Format: binary
             * @description Picture to lay under the cutout, in any format that the image may have: at most 12 megapixels, and no larger than the image leaves of the limit for both together. It is scaled to cover the canvas and centred; what is transparent in it is white. The answer is opaque. Not with `background_color` or `output_format=zip`.
             */
            background_image?: string;
            /**
             * @description Address of such a picture, in place of `background_image` and under the rules of `image_url`, whose refusals are then on this name.
             * @example https://images.example.com/photo.jpg
             */
            background_url?: string;
            /**
             * @description What is cut off. `subject` keeps the box of all pixels whose alpha is above 12 of 255, and nothing is cut off where there is none.
             * @default none
             * @enum {string}
             */
            crop: "none" | "subject";
            /**
             * @description Room around a cropped subject: pixels of the input, `0` to `500`, or percent of the box's side, `0%` to `50%`. One value for all sides; two for above and below, and beside; or four for top, right, bottom and left. Beyond the picture it is transparent, or `background_color`.
             * @example 10% 20px
             */
            crop_margin?: number | string;
            /**
             * @description A side on which the photo cuts the subject: its alpha is 128 of 255 or more on at least 2 % of that edge of the photo. `keep` treats it like any other; `flush` gives it no margin and lays it on the canvas' edge, whatever `position` says.
             * @default keep
             * @enum {string}
             */
            crop_cut_sides: "keep" | "flush";
            /**
             * @description Longest side of the answer in pixels, 16 to 65535. A larger picture is scaled down; none is enlarged.
             * @example 1600
             */
            max_size?: number | string;
            /**
             * @description The subject's place on its canvas: `original`, `center`, or the shares of the free room to its left and above it, such as `50% 100%`. `original` unless `aspect` or `scale` is sent, then `center`.
             * @example center
             */
            position?: string;
            /**
             * @description Shape of the canvas, `width:height`, from `1:4` to `4:1`. The canvas is the smallest of that shape which holds the picture, or the cropped subject.
             * @example 4:5
             */
            aspect?: string;
            /**
             * @description How much of the canvas the subject takes in the direction in which it takes more, in percent, 10 to 100. The canvas becomes as large as that needs; the subject is not enlarged.
             * @example 80%
             */
            scale?: number | string;
            /**
             * @description A black shadow under the cutout, drawn from its alpha. `drop` is that of an object before a wall: the alpha moved down and blurred. `contact` is that of an object that stands on the ground: dark where its lower edge meets the ground, soft along it. The canvas cuts it off; `crop`, `scale` and boxes are the subject's alone. `output_format=zip` has none of it.
             * @default none
             * @enum {string}
             */
            shadow: "none" | "drop" | "contact";
            /**
             * @description How dark a shadow is where it is darkest, in percent, 0 to 100; 50 for `drop` and 70 for `contact` where it is not sent.
             * @example 40
             */
            shadow_opacity?: number | string;
        };
        CutoutRequest: {
            /**
             * @description The image as Base64 without a `data:` prefix: JPEG, PNG, WebP, AVIF, HEIC, TIFF, BMP, GIF, at most 20.0 MB decoded. White space and missing padding are fine. The earlier spelling `image` is accepted in its place. Send exactly one of `image_base64`, `image_url`.
             * @example /9j/4AAQSkZJRgABAQAAAQABAAD
             */
            image_base64?: string;
            /**
             * @description Address of the image, which is then fetched: `http` or `https` at the default port, a public host, without credentials, at most 2,048 characters and three redirects. Send exactly one of `image_base64`, `image_url`.
             * @example https://images.example.com/photo.jpg
             */
            image_url?: string;
            /**
             * @description Whether to return how likely the picture is a photo and how likely a graphic. As text: true, 1, yes, on, t, y or false, 0, no, off, f, n, in any case.
             * @default true
             */
            include_image_type: boolean | number | string | null;
            /**
             * @description Colours of the soft edge. `refined` estimates the subject's own, so that no halo of the old background shows on a new one; `original` keeps those of the photo. Opaque pixels are the photo's in either case.
             * @default refined
             * @enum {string|null}
             */
            edge_colors: "refined" | "original" | null;
            /**
             * @description Whether soft edges such as hair, fur and leaves are refined at full resolution. `auto` does so if this deployment has it switched on; `off` never does, which is faster.
             * @default auto
             * @enum {string|null}
             */
            refine: "auto" | "off" | null;
            /**
             * @description Name of the network that makes the matte: one that this deployment offers, `matte` for its own. Left out, its own makes it, and graphics on one colour are cut by colour; with a name they are not.
             * @example matte
             */
            model?: string | null;
            /**
             * @description Box around the subject that is meant, `x1 y1 x2 y2` from its top left to its bottom right corner, in the upright picture: pixels, or percent of the picture's sides. The networks see the box and some room around it; outside of it the answer is transparent. Size and shape of the answer stay. Of cars the one that it fits best is meant. It covers at least 16 × 16 pixels of the picture.
             * @example 10% 10% 60% 90%
             */
            roi?: string | null;
            /**
             * @description Places that belong to the subject: `x y` pairs with `;` between, in the upright picture before any downscale, each number in pixels from 0 or in percent of the picture's side. The part on which each is becomes opaque. With `drop_points` at most 32. It needs a deployment with a point segmenter.
             * @example 50% 40%; 62.5% 30%
             */
            keep_points?: string | null;
            /**
             * @description Places that belong to the background, as `keep_points`. The part on which each is becomes transparent.
             * @example 12% 88%
             */
            drop_points?: string | null;
            /**
             * @description What is done with enclosed parts of the background's colour, where a graphic on one colour is cut by colour. `auto`: the holes of letters and rings are clear, and what has something drawn inside stays; `open`: all from 60 pixels on are clear; `filled`: none that does not reach the border. Elsewhere `X-Ignored` names it.
             * @default auto
             * @enum {string|null}
             */
            holes: "auto" | "open" | "filled" | null;
            /**
             * @description Format of the answer. `webp` has lossy colours and the exact alpha; `jpeg` has no alpha and shows the subject on `background_color`, white by default; `zip` has `color.jpg`, `alpha.png` and `manifest.json`, the small way to send a big cutout.
             * @default png
             * @enum {string|null}
             */
            output_format: "png" | "webp" | "jpeg" | "zip" | null;
            /**
             * @description Quality of `webp`, `jpeg` and the colours of `zip`, 1 to 100; 90 where it is not sent.
             * @example 80
             */
            output_quality?: number | string | null;
            /**
             * @description Laid under the cutout: `#rgb`, `#rrggbb`, `#rrggbbaa`, or a colour name of CSS in lower case. It is in the colour space of the picture, and mixed in gamma-encoded values, as browsers do.
             * @example #ffffff
             */
            background_color?: string | null;
            /** @description Picture to lay under the cutout, in any format that the image may have: at most 12 megapixels, and no larger than the image leaves of the limit for both together. It is scaled to cover the canvas and centred; what is transparent in it is white. The answer is opaque. Not with `background_color` or `output_format=zip`. */
            background_image?: string | null;
            /**
             * @description Address of such a picture, in place of `background_image` and under the rules of `image_url`, whose refusals are then on this name.
             * @example https://images.example.com/photo.jpg
             */
            background_url?: string | null;
            /**
             * @description What is cut off. `subject` keeps the box of all pixels whose alpha is above 12 of 255, and nothing is cut off where there is none.
             * @default none
             * @enum {string|null}
             */
            crop: "none" | "subject" | null;
            /**
             * @description Room around a cropped subject: pixels of the input, `0` to `500`, or percent of the box's side, `0%` to `50%`. One value for all sides; two for above and below, and beside; or four for top, right, bottom and left. Beyond the picture it is transparent, or `background_color`.
             * @example 10% 20px
             */
            crop_margin?: number | string | null;
            /**
             * @description A side on which the photo cuts the subject: its alpha is 128 of 255 or more on at least 2 % of that edge of the photo. `keep` treats it like any other; `flush` gives it no margin and lays it on the canvas' edge, whatever `position` says.
             * @default keep
             * @enum {string|null}
             */
            crop_cut_sides: "keep" | "flush" | null;
            /**
             * @description Longest side of the answer in pixels, 16 to 65535. A larger picture is scaled down; none is enlarged.
             * @example 1600
             */
            max_size?: number | string | null;
            /**
             * @description The subject's place on its canvas: `original`, `center`, or the shares of the free room to its left and above it, such as `50% 100%`. `original` unless `aspect` or `scale` is sent, then `center`.
             * @example center
             */
            position?: string | null;
            /**
             * @description Shape of the canvas, `width:height`, from `1:4` to `4:1`. The canvas is the smallest of that shape which holds the picture, or the cropped subject.
             * @example 4:5
             */
            aspect?: string | null;
            /**
             * @description How much of the canvas the subject takes in the direction in which it takes more, in percent, 10 to 100. The canvas becomes as large as that needs; the subject is not enlarged.
             * @example 80%
             */
            scale?: number | string | null;
            /**
             * @description A black shadow under the cutout, drawn from its alpha. `drop` is that of an object before a wall: the alpha moved down and blurred. `contact` is that of an object that stands on the ground: dark where its lower edge meets the ground, soft along it. The canvas cuts it off; `crop`, `scale` and boxes are the subject's alone. `output_format=zip` has none of it.
             * @default none
             * @enum {string|null}
             */
            shadow: "none" | "drop" | "contact" | null;
            /**
             * @description How dark a shadow is where it is darkest, in percent, 0 to 100; 50 for `drop` and 70 for `contact` where it is not sent.
             * @example 40
             */
            shadow_opacity?: number | string | null;
        };
        CutoutAnswer: {
            /**
             * @description Base64 of an 8-bit RGBA PNG at the input size, or of what the options ask for. Put `data:image/png;base64,` in front to show a PNG in a browser.
             * @example iVBORw0KGgoAAAANSUhEUgAA
             */
            img_without_background_base64: string;
            /**
             * @description Size of the upright input as [width, height] in pixels.
             * @example [
             *       4000,
             *       3000
             *     ]
             */
            input_dimensions: number[];
            /**
             * @description Size after the prep downscale as [width, height]. Equal to the input size unless it is over 5000 px on a side or 25 megapixels. This is not the inference resolution.
             * @example [
             *       4000,
             *       3000
             *     ]
             */
            processed_dimensions: number[];
            /**
             * @description True when prep downscaled the input.
             * @example false
             */
            was_downscaled: boolean;
            /**
             * @description Absent when `include_image_type` is false. Null in the rare case that the classifier failed while the picture itself succeeded.
             * @example {
             *       "photo": 0.9731,
             *       "graphic": 0.0269
             *     }
             */
            image_type?: {
                photo: number;
                graphic: number;
            } | null;
            /**
             * @description Size of the answer as [width, height] in pixels. Present where an option of the output was used.
             * @example [
             *       1600,
             *       2000
             *     ]
             */
            output_dimensions?: number[];
            /**
             * @description What of the upright input the answer shows, as [left, top, width, height] in its pixels. It may reach beyond the input. Present as `output_dimensions` is.
             * @example [
             *       120,
             *       80,
             *       1600,
             *       2000
             *     ]
             */
            crop_box?: number[];
            /**
             * @description How uncertain the matte is: 0 without any sign of an error, 1 if nothing was found. Three decimals. Not a probability.
             * @example 0.021
             */
            uncertainty: number;
            /**
             * @description True from an uncertainty of 0.5 on: a person should review the answer before it is used.
             * @example false
             */
            needs_review: boolean;
        };
        MatteUpload: {
            /**
             * Format: binary
             * @description The image: JPEG, PNG, WebP, AVIF, HEIC, TIFF, BMP, GIF, at most 20.0 MB. What counts is the content; name and declared type are ignored. The earlier spelling `image` is accepted in its place. Send exactly one of `file`, `image_url`.
             */
            file?: string;
            /**
             * @description Address of the image, which is then fetched: `http` or `https` at the default port, a public host, without credentials, at most 2,048 characters and three redirects. Send exactly one of `file`, `image_url`.
             * @example https://images.example.com/photo.jpg
             */
            image_url?: string;
            /**
             * @description Whether to return how likely the picture is a photo and how likely a graphic. As text: true, 1, yes, on, t, y or false, 0, no, off, f, n, in any case.
             * @default true
             */
            include_image_type: boolean | number | string;
            /**
             * @description Whether soft edges such as hair, fur and leaves are refined at full resolution. `auto` does so if this deployment has it switched on; `off` never does, which is faster.
             * @default auto
             * @enum {string}
             */
            refine: "auto" | "off";
            /**
             * @description Name of the network that makes the matte: one that this deployment offers, `matte` for its own. Left out, its own makes it, and graphics on one colour are cut by colour; with a name they are not.
             * @example matte
             */
            model?: string;
            /**
             * @description Box around the subject that is meant, `x1 y1 x2 y2` from its top left to its bottom right corner, in the upright picture: pixels, or percent of the picture's sides. The networks see the box and some room around it; outside of it the answer is transparent. Size and shape of the answer stay. Of cars the one that it fits best is meant. It covers at least 16 × 16 pixels of the picture.
             * @example 10% 10% 60% 90%
             */
            roi?: string;
            /**
             * @description Places that belong to the subject: `x y` pairs with `;` between, in the upright picture before any downscale, each number in pixels from 0 or in percent of the picture's side. The part on which each is becomes opaque. With `drop_points` at most 32. It needs a deployment with a point segmenter.
             * @example 50% 40%; 62.5% 30%
             */
            keep_points?: string;
            /**
             * @description Places that belong to the background, as `keep_points`. The part on which each is becomes transparent.
             * @example 12% 88%
             */
            drop_points?: string;
            /**
             * @description What is done with enclosed parts of the background's colour, where a graphic on one colour is cut by colour. `auto`: the holes of letters and rings are clear, and what has something drawn inside stays; `open`: all from 60 pixels on are clear; `filled`: none that does not reach the border. Elsewhere `X-Ignored` names it.
             * @default auto
             * @enum {string}
             */
            holes: "auto" | "open" | "filled";
            /**
             * @description What is cut off. `subject` keeps the box of all pixels whose alpha is above 12 of 255, and nothing is cut off where there is none.
             * @default none
             * @enum {string}
             */
            crop: "none" | "subject";
            /**
             * @description Room around a cropped subject: pixels of the input, `0` to `500`, or percent of the box's side, `0%` to `50%`. One value for all sides; two for above and below, and beside; or four for top, right, bottom and left. Beyond the picture it is transparent, or `background_color`.
             * @example 10% 20px
             */
            crop_margin?: number | string;
            /**
             * @description A side on which the photo cuts the subject: its alpha is 128 of 255 or more on at least 2 % of that edge of the photo. `keep` treats it like any other; `flush` gives it no margin and lays it on the canvas' edge, whatever `position` says.
             * @default keep
             * @enum {string}
             */
            crop_cut_sides: "keep" | "flush";
            /**
             * @description Longest side of the answer in pixels, 16 to 65535. A larger picture is scaled down; none is enlarged.
             * @example 1600
             */
            max_size?: number | string;
            /**
             * @description The subject's place on its canvas: `original`, `center`, or the shares of the free room to its left and above it, such as `50% 100%`. `original` unless `aspect` or `scale` is sent, then `center`.
             * @example center
             */
            position?: string;
            /**
             * @description Shape of the canvas, `width:height`, from `1:4` to `4:1`. The canvas is the smallest of that shape which holds the picture, or the cropped subject.
             * @example 4:5
             */
            aspect?: string;
            /**
             * @description How much of the canvas the subject takes in the direction in which it takes more, in percent, 10 to 100. The canvas becomes as large as that needs; the subject is not enlarged.
             * @example 80%
             */
            scale?: number | string;
        };
        MatteRequest: {
            /**
             * @description The image as Base64 without a `data:` prefix: JPEG, PNG, WebP, AVIF, HEIC, TIFF, BMP, GIF, at most 20.0 MB decoded. White space and missing padding are fine. The earlier spelling `image` is accepted in its place. Send exactly one of `image_base64`, `image_url`.
             * @example /9j/4AAQSkZJRgABAQAAAQABAAD
             */
            image_base64?: string;
            /**
             * @description Address of the image, which is then fetched: `http` or `https` at the default port, a public host, without credentials, at most 2,048 characters and three redirects. Send exactly one of `image_base64`, `image_url`.
             * @example https://images.example.com/photo.jpg
             */
            image_url?: string;
            /**
             * @description Whether to return how likely the picture is a photo and how likely a graphic. As text: true, 1, yes, on, t, y or false, 0, no, off, f, n, in any case.
             * @default true
             */
            include_image_type: boolean | number | string | null;
            /**
             * @description Whether soft edges such as hair, fur and leaves are refined at full resolution. `auto` does so if this deployment has it switched on; `off` never does, which is faster.
             * @default auto
             * @enum {string|null}
             */
            refine: "auto" | "off" | null;
            /**
             * @description Name of the network that makes the matte: one that this deployment offers, `matte` for its own. Left out, its own makes it, and graphics on one colour are cut by colour; with a name they are not.
             * @example matte
             */
            model?: string | null;
            /**
             * @description Box around the subject that is meant, `x1 y1 x2 y2` from its top left to its bottom right corner, in the upright picture: pixels, or percent of the picture's sides. The networks see the box and some room around it; outside of it the answer is transparent. Size and shape of the answer stay. Of cars the one that it fits best is meant. It covers at least 16 × 16 pixels of the picture.
             * @example 10% 10% 60% 90%
             */
            roi?: string | null;
            /**
             * @description Places that belong to the subject: `x y` pairs with `;` between, in the upright picture before any downscale, each number in pixels from 0 or in percent of the picture's side. The part on which each is becomes opaque. With `drop_points` at most 32. It needs a deployment with a point segmenter.
             * @example 50% 40%; 62.5% 30%
             */
            keep_points?: string | null;
            /**
             * @description Places that belong to the background, as `keep_points`. The part on which each is becomes transparent.
             * @example 12% 88%
             */
            drop_points?: string | null;
            /**
             * @description What is done with enclosed parts of the background's colour, where a graphic on one colour is cut by colour. `auto`: the holes of letters and rings are clear, and what has something drawn inside stays; `open`: all from 60 pixels on are clear; `filled`: none that does not reach the border. Elsewhere `X-Ignored` names it.
             * @default auto
             * @enum {string|null}
             */
            holes: "auto" | "open" | "filled" | null;
            /**
             * @description What is cut off. `subject` keeps the box of all pixels whose alpha is above 12 of 255, and nothing is cut off where there is none.
             * @default none
             * @enum {string|null}
             */
            crop: "none" | "subject" | null;
            /**
             * @description Room around a cropped subject: pixels of the input, `0` to `500`, or percent of the box's side, `0%` to `50%`. One value for all sides; two for above and below, and beside; or four for top, right, bottom and left. Beyond the picture it is transparent, or `background_color`.
             * @example 10% 20px
             */
            crop_margin?: number | string | null;
            /**
             * @description A side on which the photo cuts the subject: its alpha is 128 of 255 or more on at least 2 % of that edge of the photo. `keep` treats it like any other; `flush` gives it no margin and lays it on the canvas' edge, whatever `position` says.
             * @default keep
             * @enum {string|null}
             */
            crop_cut_sides: "keep" | "flush" | null;
            /**
             * @description Longest side of the answer in pixels, 16 to 65535. A larger picture is scaled down; none is enlarged.
             * @example 1600
             */
            max_size?: number | string | null;
            /**
             * @description The subject's place on its canvas: `original`, `center`, or the shares of the free room to its left and above it, such as `50% 100%`. `original` unless `aspect` or `scale` is sent, then `center`.
             * @example center
             */
            position?: string | null;
            /**
             * @description Shape of the canvas, `width:height`, from `1:4` to `4:1`. The canvas is the smallest of that shape which holds the picture, or the cropped subject.
             * @example 4:5
             */
            aspect?: string | null;
            /**
             * @description How much of the canvas the subject takes in the direction in which it takes more, in percent, 10 to 100. The canvas becomes as large as that needs; the subject is not enlarged.
             * @example 80%
             */
            scale?: number | string | null;
        };
        MatteAnswer: {
            /**
             * @description Base64 of an 8-bit greyscale PNG at the input size, or of what the options ask for: 255 is opaque foreground, 0 is background.
             * @example iVBORw0KGgoAAAANSUhEUgAA
             */
            alpha_base64: string;
            /**
             * @description Size of the upright input as [width, height] in pixels.
             * @example [
             *       4000,
             *       3000
             *     ]
             */
            input_dimensions: number[];
            /**
             * @description Size after the prep downscale as [width, height]. Equal to the input size unless it is over 5000 px on a side or 25 megapixels. This is not the inference resolution.
             * @example [
             *       4000,
             *       3000
             *     ]
             */
            processed_dimensions: number[];
            /**
             * @description True when prep downscaled the input.
             * @example false
             */
            was_downscaled: boolean;
            /**
             * @description Absent when `include_image_type` is false. Null in the rare case that the classifier failed while the picture itself succeeded.
             * @example {
             *       "photo": 0.9731,
             *       "graphic": 0.0269
             *     }
             */
            image_type?: {
                photo: number;
                graphic: number;
            } | null;
            /**
             * @description Size of the answer as [width, height] in pixels. Present where an option of the output was used.
             * @example [
             *       1600,
             *       2000
             *     ]
             */
            output_dimensions?: number[];
            /**
             * @description What of the upright input the answer shows, as [left, top, width, height] in its pixels. It may reach beyond the input. Present as `output_dimensions` is.
             * @example [
             *       120,
             *       80,
             *       1600,
             *       2000
             *     ]
             */
            crop_box?: number[];
            /**
             * @description How uncertain the matte is: 0 without any sign of an error, 1 if nothing was found. Three decimals. Not a probability.
             * @example 0.021
             */
            uncertainty: number;
            /**
             * @description True from an uncertainty of 0.5 on: a person should review the answer before it is used.
             * @example false
             */
            needs_review: boolean;
        };
        CarUpload: {
            /**
             * Format: binary
             * @description The image: JPEG, PNG, WebP, AVIF, HEIC, TIFF, BMP, GIF, at most 20.0 MB. What counts is the content; name and declared type are ignored. The earlier spelling `image` is accepted in its place. Send exactly one of `file`, `image_url`.
             */
            file?: string;
            /**
             * @description Address of the image, which is then fetched: `http` or `https` at the default port, a public host, without credentials, at most 2,048 characters and three redirects. Send exactly one of `file`, `image_url`.
             * @example https://images.example.com/photo.jpg
             */
            image_url?: string;
            /**
             * @description The cast shadow. `ai` draws one that follows the light of the photo, `none` draws none. `geometric` and `auto` are declared for later and answer 422 today.
             * @default ai
             * @enum {string}
             */
            shadow_type: "ai" | "none" | "geometric" | "auto";
            /**
             * @deprecated
             * @description Use `shadow_type`. True means `ai`, false means `none`; a value that contradicts `shadow_type` answers 422. As text: true, 1, yes, on, t, y or false, 0, no, off, f, n, in any case.
             */
            include_shadow?: boolean | number | string;
            /**
             * @description Whether to open the glass so that a new background shows through. False keeps the plain silhouette. As text: true, 1, yes, on, t, y or false, 0, no, off, f, n, in any case.
             * @default true
             */
            reconstruct_windows: boolean | number | string;
            /**
             * @description Name of the network that makes the matte: one that this deployment offers, `matte` for its own. Left out, its own makes it, and graphics on one colour are cut by colour; with a name they are not.
             * @example matte
             */
            model?: string;
            /**
             * @description Box around the subject that is meant, `x1 y1 x2 y2` from its top left to its bottom right corner, in the upright picture: pixels, or percent of the picture's sides. The networks see the box and some room around it; outside of it the answer is transparent. Size and shape of the answer stay. Of cars the one that it fits best is meant. It covers at least 16 × 16 pixels of the picture.
             * @example 10% 10% 60% 90%
             */
            roi?: string;
            /**
             * @description Format of the answer. `webp` has lossy colours and the exact alpha; `jpeg` has no alpha and shows the subject on `background_color`, white by default; `zip` has `color.jpg`, `alpha.png` and `manifest.json`, the small way to send a big cutout.
             * @default png
             * @enum {string}
             */
            output_format: "png" | "webp" | "jpeg" | "zip";
            /**
             * @description Quality of `webp`, `jpeg` and the colours of `zip`, 1 to 100; 90 where it is not sent.
             * @example 80
             */
            output_quality?: number | string;
            /**
             * @description Laid under the cutout: `#rgb`, `#rrggbb`, `#rrggbbaa`, or a colour name of CSS in lower case. It is in the colour space of the picture, and mixed in gamma-encoded values, as browsers do.
             * @example #ffffff
             */
            background_color?: string;
            /**
             * Format: binary
             * @description Picture to lay under the cutout, in any format that the image may have: at most 12 megapixels, and no larger than the image leaves of the limit for both together. It is scaled to cover the canvas and centred; what is transparent in it is white. The answer is opaque. Not with `background_color` or `output_format=zip`.
             */
            background_image?: string;
            /**
             * @description Address of such a picture, in place of `background_image` and under the rules of `image_url`, whose refusals are then on this name.
             * @example https://images.example.com/photo.jpg
             */
            background_url?: string;
            /**
             * @description What is cut off. `subject` keeps the box of all pixels whose alpha is above 12 of 255, and nothing is cut off where there is none.
             * @default none
             * @enum {string}
             */
            crop: "none" | "subject";
            /**
             * @description Room around a cropped subject: pixels of the input, `0` to `500`, or percent of the box's side, `0%` to `50%`. One value for all sides; two for above and below, and beside; or four for top, right, bottom and left. Beyond the picture it is transparent, or `background_color`.
             * @example 10% 20px
             */
            crop_margin?: number | string;
            /**
             * @description A side on which the photo cuts the subject: its alpha is 128 of 255 or more on at least 2 % of that edge of the photo. `keep` treats it like any other; `flush` gives it no margin and lays it on the canvas' edge, whatever `position` says.
             * @default keep
             * @enum {string}
             */
            crop_cut_sides: "keep" | "flush";
            /**
             * @description Longest side of the answer in pixels, 16 to 65535. A larger picture is scaled down; none is enlarged.
             * @example 1600
             */
            max_size?: number | string;
            /**
             * @description The subject's place on its canvas: `original`, `center`, or the shares of the free room to its left and above it, such as `50% 100%`. `original` unless `aspect` or `scale` is sent, then `center`.
             * @example center
             */
            position?: string;
            /**
             * @description Shape of the canvas, `width:height`, from `1:4` to `4:1`. The canvas is the smallest of that shape which holds the picture, or the cropped subject.
             * @example 4:5
             */
            aspect?: string;
            /**
             * @description How much of the canvas the subject takes in the direction in which it takes more, in percent, 10 to 100. The canvas becomes as large as that needs; the subject is not enlarged.
             * @example 80%
             */
            scale?: number | string;
        };
        CarRequest: {
            /**
             * @description The image as Base64 without a `data:` prefix: JPEG, PNG, WebP, AVIF, HEIC, TIFF, BMP, GIF, at most 20.0 MB decoded. White space and missing padding are fine. The earlier spelling `image` is accepted in its place. Send exactly one of `image_base64`, `image_url`.
             * @example /9j/4AAQSkZJRgABAQAAAQABAAD
             */
            image_base64?: string;
            /**
             * @description Address of the image, which is then fetched: `http` or `https` at the default port, a public host, without credentials, at most 2,048 characters and three redirects. Send exactly one of `image_base64`, `image_url`.
             * @example https://images.example.com/photo.jpg
             */
            image_url?: string;
            /**
             * @description The cast shadow. `ai` draws one that follows the light of the photo, `none` draws none. `geometric` and `auto` are declared for later and answer 422 today.
             * @default ai
             * @enum {string|null}
             */
            shadow_type: "ai" | "none" | "geometric" | "auto" | null;
            /**
             * @deprecated
             * @description Use `shadow_type`. True means `ai`, false means `none`; a value that contradicts `shadow_type` answers 422. As text: true, 1, yes, on, t, y or false, 0, no, off, f, n, in any case.
             */
            include_shadow?: boolean | number | string | null;
            /**
             * @description Whether to open the glass so that a new background shows through. False keeps the plain silhouette. As text: true, 1, yes, on, t, y or false, 0, no, off, f, n, in any case.
             * @default true
             */
            reconstruct_windows: boolean | number | string | null;
            /**
             * @description Name of the network that makes the matte: one that this deployment offers, `matte` for its own. Left out, its own makes it, and graphics on one colour are cut by colour; with a name they are not.
             * @example matte
             */
            model?: string | null;
            /**
             * @description Box around the subject that is meant, `x1 y1 x2 y2` from its top left to its bottom right corner, in the upright picture: pixels, or percent of the picture's sides. The networks see the box and some room around it; outside of it the answer is transparent. Size and shape of the answer stay. Of cars the one that it fits best is meant. It covers at least 16 × 16 pixels of the picture.
             * @example 10% 10% 60% 90%
             */
            roi?: string | null;
            /**
             * @description Format of the answer. `webp` has lossy colours and the exact alpha; `jpeg` has no alpha and shows the subject on `background_color`, white by default; `zip` has `color.jpg`, `alpha.png` and `manifest.json`, the small way to send a big cutout.
             * @default png
             * @enum {string|null}
             */
            output_format: "png" | "webp" | "jpeg" | "zip" | null;
            /**
             * @description Quality of `webp`, `jpeg` and the colours of `zip`, 1 to 100; 90 where it is not sent.
             * @example 80
             */
            output_quality?: number | string | null;
            /**
             * @description Laid under the cutout: `#rgb`, `#rrggbb`, `#rrggbbaa`, or a colour name of CSS in lower case. It is in the colour space of the picture, and mixed in gamma-encoded values, as browsers do.
             * @example #ffffff
             */
            background_color?: string | null;
            /** @description Picture to lay under the cutout, in any format that the image may have: at most 12 megapixels, and no larger than the image leaves of the limit for both together. It is scaled to cover the canvas and centred; what is transparent in it is white. The answer is opaque. Not with `background_color` or `output_format=zip`. */
            background_image?: string | null;
            /**
             * @description Address of such a picture, in place of `background_image` and under the rules of `image_url`, whose refusals are then on this name.
             * @example https://images.example.com/photo.jpg
             */
            background_url?: string | null;
            /**
             * @description What is cut off. `subject` keeps the box of all pixels whose alpha is above 12 of 255, and nothing is cut off where there is none.
             * @default none
             * @enum {string|null}
             */
            crop: "none" | "subject" | null;
            /**
             * @description Room around a cropped subject: pixels of the input, `0` to `500`, or percent of the box's side, `0%` to `50%`. One value for all sides; two for above and below, and beside; or four for top, right, bottom and left. Beyond the picture it is transparent, or `background_color`.
             * @example 10% 20px
             */
            crop_margin?: number | string | null;
            /**
             * @description A side on which the photo cuts the subject: its alpha is 128 of 255 or more on at least 2 % of that edge of the photo. `keep` treats it like any other; `flush` gives it no margin and lays it on the canvas' edge, whatever `position` says.
             * @default keep
             * @enum {string|null}
             */
            crop_cut_sides: "keep" | "flush" | null;
            /**
             * @description Longest side of the answer in pixels, 16 to 65535. A larger picture is scaled down; none is enlarged.
             * @example 1600
             */
            max_size?: number | string | null;
            /**
             * @description The subject's place on its canvas: `original`, `center`, or the shares of the free room to its left and above it, such as `50% 100%`. `original` unless `aspect` or `scale` is sent, then `center`.
             * @example center
             */
            position?: string | null;
            /**
             * @description Shape of the canvas, `width:height`, from `1:4` to `4:1`. The canvas is the smallest of that shape which holds the picture, or the cropped subject.
             * @example 4:5
             */
            aspect?: string | null;
            /**
             * @description How much of the canvas the subject takes in the direction in which it takes more, in percent, 10 to 100. The canvas becomes as large as that needs; the subject is not enlarged.
             * @example 80%
             */
            scale?: number | string | null;
        };
        CarCutoutAnswer: {
            /**
             * @description Base64 of an 8-bit RGBA PNG at the input size, or of what the options ask for; the shadow is baked in unless `none` was chosen.
             * @example iVBORw0KGgoAAAANSUhEUgAA
             */
            img_without_background_base64: string;
            /**
             * @description Size of the upright input as [width, height] in pixels.
             * @example [
             *       4000,
             *       3000
             *     ]
             */
            input_dimensions: number[];
            /**
             * @description Size after the prep downscale as [width, height]. Equal to the input size unless it is over 5000 px on a side or 25 megapixels. This is not the inference resolution.
             * @example [
             *       4000,
             *       3000
             *     ]
             */
            processed_dimensions: number[];
            /**
             * @description True when prep downscaled the input.
             * @example false
             */
            was_downscaled: boolean;
            /**
             * @description Shadow that was drawn.
             * @example ai
             * @enum {string}
             */
            shadow_type: "ai" | "none";
            /**
             * @description Size of the answer as [width, height] in pixels. Present where an option of the output was used.
             * @example [
             *       1600,
             *       2000
             *     ]
             */
            output_dimensions?: number[];
            /**
             * @description What of the upright input the answer shows, as [left, top, width, height] in its pixels. It may reach beyond the input. Present as `output_dimensions` is.
             * @example [
             *       120,
             *       80,
             *       1600,
             *       2000
             *     ]
             */
            crop_box?: number[];
            /**
             * @description How uncertain the matte is: 0 without any sign of an error, 1 if nothing was found. Three decimals. Not a probability.
             * @example 0.021
             */
            uncertainty: number;
            /**
             * @description True from an uncertainty of 0.5 on: a person should review the answer before it is used.
             * @example false
             */
            needs_review: boolean;
        };
        CarLayersRequest: {
            /**
             * @description The image as Base64 without a `data:` prefix: JPEG, PNG, WebP, AVIF, HEIC, TIFF, BMP, GIF, at most 20.0 MB decoded. White space and missing padding are fine. The earlier spelling `image` is accepted in its place. Send exactly one of `image_base64`, `image_url`.
             * @example /9j/4AAQSkZJRgABAQAAAQABAAD
             */
            image_base64?: string;
            /**
             * @description Address of the image, which is then fetched: `http` or `https` at the default port, a public host, without credentials, at most 2,048 characters and three redirects. Send exactly one of `image_base64`, `image_url`.
             * @example https://images.example.com/photo.jpg
             */
            image_url?: string;
            /**
             * @description The cast shadow. `ai` draws one that follows the light of the photo, `none` draws none. `geometric` and `auto` are declared for later and answer 422 today.
             * @default ai
             * @enum {string|null}
             */
            shadow_type: "ai" | "none" | "geometric" | "auto" | null;
            /**
             * @deprecated
             * @description Use `shadow_type`. True means `ai`, false means `none`; a value that contradicts `shadow_type` answers 422. As text: true, 1, yes, on, t, y or false, 0, no, off, f, n, in any case.
             */
            include_shadow?: boolean | number | string | null;
            /**
             * @description Whether to open the glass so that a new background shows through. False keeps the plain silhouette. As text: true, 1, yes, on, t, y or false, 0, no, off, f, n, in any case.
             * @default true
             */
            reconstruct_windows: boolean | number | string | null;
            /**
             * @description Name of the network that makes the matte: one that this deployment offers, `matte` for its own. Left out, its own makes it, and graphics on one colour are cut by colour; with a name they are not.
             * @example matte
             */
            model?: string | null;
            /**
             * @description Box around the subject that is meant, `x1 y1 x2 y2` from its top left to its bottom right corner, in the upright picture: pixels, or percent of the picture's sides. The networks see the box and some room around it; outside of it the answer is transparent. Size and shape of the answer stay. Of cars the one that it fits best is meant. It covers at least 16 × 16 pixels of the picture.
             * @example 10% 10% 60% 90%
             */
            roi?: string | null;
        };
        CarLayersAnswer: {
            /**
             * @description Base64 of an 8-bit RGBA PNG at the input size. The shadow is not baked in.
             * @example iVBORw0KGgoAAAANSUhEUgAA
             */
            img_without_background_base64: string;
            /**
             * @description Base64 of an 8-bit greyscale PNG at the input size: 255 is the darkest shadow. Absent when `shadow_type` is `none`.
             * @example iVBORw0KGgoAAAANSUhEUgAA
             */
            shadow_base64?: string;
            view: components["schemas"]["CarView"];
            /**
             * @description Size of the upright input as [width, height] in pixels.
             * @example [
             *       4000,
             *       3000
             *     ]
             */
            input_dimensions: number[];
            /**
             * @description Size after the prep downscale as [width, height]. Equal to the input size unless it is over 5000 px on a side or 25 megapixels. This is not the inference resolution.
             * @example [
             *       4000,
             *       3000
             *     ]
             */
            processed_dimensions: number[];
            /**
             * @description True when prep downscaled the input.
             * @example false
             */
            was_downscaled: boolean;
            /**
             * @description Shadow that was drawn.
             * @example ai
             * @enum {string}
             */
            shadow_type: "ai" | "none";
            /**
             * @description How uncertain the matte is: 0 without any sign of an error, 1 if nothing was found. Three decimals. Not a probability.
             * @example 0.021
             */
            uncertainty: number;
            /**
             * @description True from an uncertainty of 0.5 on: a person should review the answer before it is used.
             * @example false
             */
            needs_review: boolean;
        };
        /**
         * @description Where the camera stood.
         * @example {
         *       "azimuth_deg": 37.5,
         *       "elevation_deg": 6.2
         *     }
         */
        CarView: {
            /** @description Orbit around the car in degrees: 0 is the front, rising counterclockwise seen from above. */
            azimuth_deg: number;
            /** @description Look angle above the horizon in degrees: 0 is level with the mid-body, positive is from above. */
            elevation_deg: number;
        };
        CreditAnswer: {
            /**
             * @description Credits that can be spent now: the balance less what calls in progress hold. 0 once expired.
             * @example 998
             */
            credit: number;
            /**
             * @description When the credits expire: `YYYY-MM-DD HH:MM:SS`, UTC.
             * @example 2027-01-31 23:59:59
             */
            expiration_date: string;
        };
    };
    responses: never;
    parameters: never;
    requestBodies: never;
    headers: {
        /** @description Size of the upright input in pixels: `<width>,<height>`. */
        "X-Input-Dimensions": string;
        /** @description Size after the prep downscale: `<width>,<height>`. */
        "X-Processed-Dimensions": string;
        /** @description Whether prep downscaled the input. */
        "X-Was-Downscaled": "true" | "false";
        /** @description Probability of a photo, four decimals. Sent unless `include_image_type` is false. */
        "X-Image-Type-Photo": string;
        /** @description Probability of a graphic: the rest up to 1. Sent as `X-Image-Type-Photo` is. */
        "X-Image-Type-Graphic": string;
        /** @description Shadow that was baked in. */
        "X-Shadow-Type": "ai" | "none";
        /** @description `false` when nothing in the picture could be kept; absent otherwise. The call is charged. */
        "X-Subject-Found": "false";
        /** @description Size of the answer in pixels: `<width>,<height>`. Sent where an option of the output was used. */
        "X-Output-Dimensions": string;
        /** @description What of the upright input the answer shows: `<left>,<top>,<width>,<height>` in its pixels. It may reach beyond the input. Sent as `X-Output-Dimensions` is. */
        "X-Crop-Box": string;
        /** @description Names of fields, with commas between, that were passed over because they cannot change this picture. Absent where all count. */
        "X-Ignored": string;
        /** @description `false` when a part of a soft edge could not be refined, for lack of time or memory; absent otherwise. The call is charged. */
        "X-Refined": "false";
        /** @description How uncertain the matte is: 0 without any sign of an error, 1 if nothing was found. Three decimals. Not a probability. */
        "X-Matte-Uncertainty": string;
        /** @description `true` from an uncertainty of 0.5 on: a person should review the answer before it is used. The call is charged. */
        "X-Needs-Review": "true" | "false";
        /** @description Where a person should look first: `<left>,<top>,<width>,<height>` in pixels of the upright input. A guess: three times in five there is a fault. Absent where no review is asked for, or the place is not known. */
        "X-Look-First": string;
        /** @description What made the answer: the name of the matte network, or `flat-background` for a graphic that was cut by colour, then `@` and 12 characters that change with the weights of any network that the operation may ask, and with what this service makes of them. */
        "X-Model": string;
        /** @description Names this call in our logs; quote it to support. A request id of your own is kept when it matches `[A-Za-z0-9._-]{1,64}`. */
        "X-Request-Id": string;
        /** @description How long each step took, in milliseconds (W3C Server Timing). */
        "Server-Timing": string;
        /** @description The reason as one word, for programs. The body keeps its documented form. */
        "X-Error-Code": string;
        /** @description Requests that the key may make in any 60 seconds. */
        "X-RateLimit-Limit": number;
        /** @description Requests that are left at this moment. */
        "X-RateLimit-Remaining": number;
        /** @description When a request is free: Unix seconds. It is now while some are left. */
        "X-RateLimit-Reset": number;
        /** @description Whole seconds to wait before another try. */
        "Retry-After": number;
        /** @description Names of the parts or members that came, at most eight, where the image was in none of its own: separated by commas, percent-encoded beyond printable ASCII. Absent where the body had none. */
        "X-Received-Fields": string;
        /** @description Methods that the path answers. */
        Allow: string;
    };
    pathItems: never;
}
export type $defs = Record<string, never>;
export interface operations {
    "image-without-background": {
        parameters: {
            query?: never;
            header?: {
                /** @description A name of your own for this call. After a lost answer, send the same request with the same name: it is worked on again and not charged again, up to 3 times within 24 hours. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "multipart/form-data": components["schemas"]["CutoutUpload"];
            };
        };
        responses: {
            /** @description The cutout: an 8-bit RGBA PNG at the size of the upright input, where no option asks for anything else. */
            200: {
                headers: {
                    "X-Input-Dimensions": components["headers"]["X-Input-Dimensions"];
                    "X-Processed-Dimensions": components["headers"]["X-Processed-Dimensions"];
                    "X-Was-Downscaled": components["headers"]["X-Was-Downscaled"];
                    "X-Image-Type-Photo": components["headers"]["X-Image-Type-Photo"];
                    "X-Image-Type-Graphic": components["headers"]["X-Image-Type-Graphic"];
                    "X-Output-Dimensions": components["headers"]["X-Output-Dimensions"];
                    "X-Crop-Box": components["headers"]["X-Crop-Box"];
                    "X-Ignored": components["headers"]["X-Ignored"];
                    "X-Matte-Uncertainty": components["headers"]["X-Matte-Uncertainty"];
                    "X-Needs-Review": components["headers"]["X-Needs-Review"];
                    "X-Look-First": components["headers"]["X-Look-First"];
                    "X-Model": components["headers"]["X-Model"];
                    "X-Subject-Found": components["headers"]["X-Subject-Found"];
                    "X-Refined": components["headers"]["X-Refined"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "Server-Timing": components["headers"]["Server-Timing"];
                    [name: string]: unknown;
                };
                content: {
                    "image/png": string;
                    "image/webp": string;
                    "image/jpeg": string;
                    "application/zip": string;
                };
            };
        };
    };
    "image-without-background-base64": {
        parameters: {
            query?: never;
            header?: {
                /** @description A name of your own for this call. After a lost answer, send the same request with the same name: it is worked on again and not charged again, up to 3 times within 24 hours. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CutoutRequest"];
            };
        };
        responses: {
            /** @description The cutout as Base64, with what is known about the picture. */
            200: {
                headers: {
                    "X-Ignored": components["headers"]["X-Ignored"];
                    "X-Matte-Uncertainty": components["headers"]["X-Matte-Uncertainty"];
                    "X-Needs-Review": components["headers"]["X-Needs-Review"];
                    "X-Look-First": components["headers"]["X-Look-First"];
                    "X-Model": components["headers"]["X-Model"];
                    "X-Subject-Found": components["headers"]["X-Subject-Found"];
                    "X-Refined": components["headers"]["X-Refined"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "Server-Timing": components["headers"]["Server-Timing"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CutoutAnswer"];
                };
            };
        };
    };
    "alpha-channel": {
        parameters: {
            query?: never;
            header?: {
                /** @description A name of your own for this call. After a lost answer, send the same request with the same name: it is worked on again and not charged again, up to 3 times within 24 hours. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "multipart/form-data": components["schemas"]["MatteUpload"];
            };
        };
        responses: {
            /** @description The matte: an 8-bit greyscale PNG at the size of the upright input, where no option asks for another; 255 for opaque foreground. */
            200: {
                headers: {
                    "X-Input-Dimensions": components["headers"]["X-Input-Dimensions"];
                    "X-Processed-Dimensions": components["headers"]["X-Processed-Dimensions"];
                    "X-Was-Downscaled": components["headers"]["X-Was-Downscaled"];
                    "X-Image-Type-Photo": components["headers"]["X-Image-Type-Photo"];
                    "X-Image-Type-Graphic": components["headers"]["X-Image-Type-Graphic"];
                    "X-Output-Dimensions": components["headers"]["X-Output-Dimensions"];
                    "X-Crop-Box": components["headers"]["X-Crop-Box"];
                    "X-Ignored": components["headers"]["X-Ignored"];
                    "X-Matte-Uncertainty": components["headers"]["X-Matte-Uncertainty"];
                    "X-Needs-Review": components["headers"]["X-Needs-Review"];
                    "X-Look-First": components["headers"]["X-Look-First"];
                    "X-Model": components["headers"]["X-Model"];
                    "X-Subject-Found": components["headers"]["X-Subject-Found"];
                    "X-Refined": components["headers"]["X-Refined"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "Server-Timing": components["headers"]["Server-Timing"];
                    [name: string]: unknown;
                };
                content: {
                    "image/png": string;
                };
            };
        };
    };
    "alpha-channel-base64": {
        parameters: {
            query?: never;
            header?: {
                /** @description A name of your own for this call. After a lost answer, send the same request with the same name: it is worked on again and not charged again, up to 3 times within 24 hours. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["MatteRequest"];
            };
        };
        responses: {
            /** @description The matte as Base64, with what is known about the picture. */
            200: {
                headers: {
                    "X-Ignored": components["headers"]["X-Ignored"];
                    "X-Matte-Uncertainty": components["headers"]["X-Matte-Uncertainty"];
                    "X-Needs-Review": components["headers"]["X-Needs-Review"];
                    "X-Look-First": components["headers"]["X-Look-First"];
                    "X-Model": components["headers"]["X-Model"];
                    "X-Subject-Found": components["headers"]["X-Subject-Found"];
                    "X-Refined": components["headers"]["X-Refined"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "Server-Timing": components["headers"]["Server-Timing"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["MatteAnswer"];
                };
            };
        };
    };
    "car-image-without-background": {
        parameters: {
            query?: never;
            header?: {
                /** @description A name of your own for this call. After a lost answer, send the same request with the same name: it is worked on again and not charged again, up to 3 times within 24 hours. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "multipart/form-data": components["schemas"]["CarUpload"];
            };
        };
        responses: {
            /** @description The car cutout: an 8-bit RGBA PNG at the size of the upright input, where no option asks for anything else. */
            200: {
                headers: {
                    "X-Input-Dimensions": components["headers"]["X-Input-Dimensions"];
                    "X-Processed-Dimensions": components["headers"]["X-Processed-Dimensions"];
                    "X-Was-Downscaled": components["headers"]["X-Was-Downscaled"];
                    "X-Shadow-Type": components["headers"]["X-Shadow-Type"];
                    "X-Output-Dimensions": components["headers"]["X-Output-Dimensions"];
                    "X-Crop-Box": components["headers"]["X-Crop-Box"];
                    "X-Matte-Uncertainty": components["headers"]["X-Matte-Uncertainty"];
                    "X-Needs-Review": components["headers"]["X-Needs-Review"];
                    "X-Look-First": components["headers"]["X-Look-First"];
                    "X-Model": components["headers"]["X-Model"];
                    "X-Subject-Found": components["headers"]["X-Subject-Found"];
                    "X-Refined": components["headers"]["X-Refined"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "Server-Timing": components["headers"]["Server-Timing"];
                    [name: string]: unknown;
                };
                content: {
                    "image/png": string;
                    "image/webp": string;
                    "image/jpeg": string;
                    "application/zip": string;
                };
            };
        };
    };
    "car-image-without-background-base64": {
        parameters: {
            query?: never;
            header?: {
                /** @description A name of your own for this call. After a lost answer, send the same request with the same name: it is worked on again and not charged again, up to 3 times within 24 hours. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CarRequest"];
            };
        };
        responses: {
            /** @description The car cutout as Base64, with what is known about the picture. */
            200: {
                headers: {
                    "X-Matte-Uncertainty": components["headers"]["X-Matte-Uncertainty"];
                    "X-Needs-Review": components["headers"]["X-Needs-Review"];
                    "X-Look-First": components["headers"]["X-Look-First"];
                    "X-Model": components["headers"]["X-Model"];
                    "X-Subject-Found": components["headers"]["X-Subject-Found"];
                    "X-Refined": components["headers"]["X-Refined"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "Server-Timing": components["headers"]["Server-Timing"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CarCutoutAnswer"];
                };
            };
        };
    };
    "car-layers-base64": {
        parameters: {
            query?: never;
            header?: {
                /** @description A name of your own for this call. After a lost answer, send the same request with the same name: it is worked on again and not charged again, up to 3 times within 24 hours. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CarLayersRequest"];
            };
        };
        responses: {
            /** @description Cutout and shadow as Base64, and where the camera stood. */
            200: {
                headers: {
                    "X-Matte-Uncertainty": components["headers"]["X-Matte-Uncertainty"];
                    "X-Needs-Review": components["headers"]["X-Needs-Review"];
                    "X-Look-First": components["headers"]["X-Look-First"];
                    "X-Model": components["headers"]["X-Model"];
                    "X-Subject-Found": components["headers"]["X-Subject-Found"];
                    "X-Refined": components["headers"]["X-Refined"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "Server-Timing": components["headers"]["Server-Timing"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CarLayersAnswer"];
                };
            };
        };
    };
    "available-credit": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description What the key can spend, and until when. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "Server-Timing": components["headers"]["Server-Timing"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CreditAnswer"];
                };
            };
        };
    };
}
